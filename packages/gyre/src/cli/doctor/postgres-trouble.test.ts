import { createServer, type Socket } from 'node:net'
import { postgresStore } from '@gyre/stores/postgres'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runSql, testSchema } from '../../../../../test/postgres/postgres.ts'
import { freePort } from '../../../../tools/test/deliveries/free-port.ts'
import { postgresFault, unreachedPostgres } from './postgres-trouble.ts'

describe('a PostgreSQL that is not reached', () => {
  const told = async (url: string) => {
    const { level, message, fix } = (await unreachedPostgres(url, 300)) ?? {}
    return [level, message, fix]
  }
  const fix = 'Check host and port in GYRE_DATABASE_URL, and that PostgreSQL runs there and listens to this machine.'

  it('does not run', async () => {
    const port = await freePort()
    const said = `127.0.0.1:${port} refuses connections: nothing listens on that port (ECONNREFUSED).`
    expect(await told(`postgres://ann:secret@127.0.0.1:${port}/gyre`)).toEqual(['fault', said, fix])
  })

  it('has a name that nobody knows', async () => {
    const said = expect.stringContaining('nowhere.invalid:5432 is a name that no DNS server knows here')
    expect(await told('postgres://ann:secret@nowhere.invalid/gyre')).toEqual(['fault', said, fix])
  })

  it('is no matter of the network where somebody listens, or it is a socket of this machine', async () => {
    const { url } = await testSchema()
    expect(await unreachedPostgres(url)).toBeUndefined()
    expect(await unreachedPostgres('postgres:///gyre?host=/var/run/postgresql')).toBeUndefined()
  })
})

describe('a PostgreSQL that does not let itself be opened', () => {
  const told = async (url: string, schema = 'gyre') => {
    try {
      const store = await postgresStore(url, { key: 'k', schema })
      await store.close()
    } catch (error) {
      const { message, fix } = postgresFault(error, url)
      return { message, fix }
    }
    return undefined
  }
  const changed = (url: string, change: Partial<Pick<URL, 'username' | 'password' | 'pathname' | 'port'>>) =>
    Object.assign(new URL(url), change).href

  /** A user of the test's own, who may enter and nothing else. */
  const guest = async () => {
    const { url, schema } = await testSchema()
    const username = `${schema}_guest`
    await runSql(url, `CREATE ROLE ${username} LOGIN PASSWORD 'right'`)
    onTestFinished(() => runSql(url, `DROP OWNED BY ${username}; DROP ROLE ${username}`))
    return { url: changed(url, { username, password: 'right' }), username, schema }
  }

  it('has no such database', async () => {
    const { url } = await testSchema()
    expect(await told(changed(url, { pathname: '/nothing_here' }))).toEqual({
      message: expect.stringContaining('has no such database: '),
      fix: 'Make the database, or correct its name in GYRE_DATABASE_URL: createdb nothing_here',
    })
  })

  it('gives the user no right to make tables', async () => {
    const { url, username, schema } = await guest()
    expect(await told(url, schema)).toEqual({
      message: expect.stringContaining('does not let this user do that'),
      fix: `Let an administrator run there: CREATE SCHEMA gyre AUTHORIZATION ${username}; CREATE SCHEMA gyre_jobs AUTHORIZATION ${username}`,
    })
  })

  it('has tables of a newer Gyre', async () => {
    const { url, schema, drop } = await testSchema()
    onTestFinished(drop)
    await (await postgresStore(url, { key: 'k', schema })).close()
    await runSql(url, `UPDATE ${schema}.meta SET value = '999' WHERE name = 'version'`)
    expect(await told(url, schema)).toEqual({
      message: expect.stringContaining('999'),
      fix: 'This store was written by a newer Gyre: upgrade, or open another one.',
    })
  })

  it('does not accept the password', async () => {
    const port = await played((send) => send(error('28P01', 'password authentication failed for user "ann"')))
    const { message, fix } = (await told(`postgres://ann:wrong@127.0.0.1:${port}/gyre`)) ?? {}
    expect([message, fix]).toEqual([
      `postgres://ann@127.0.0.1:${port}/gyre lets nobody in with this user and password: password authentication failed for user "ann"`,
      'Put the right user and password into GYRE_DATABASE_URL.',
    ])
  })

  it('is too old', async () => {
    const port = await played((send) => send(welcome), version('12.22', 120_022))
    expect(await told(`postgres://ann@127.0.0.1:${port}/gyre`)).toEqual({
      message: `postgres://ann@127.0.0.1:${port}/gyre is PostgreSQL 12.22; 13 or later is needed.`,
      fix: 'Upgrade the server, or use another one.',
    })
  })
})

/** Servers that cannot be had here are played: what they say in PostgreSQL's protocol, version 3. */
type Send = (message: Buffer) => void

async function played(greet: (send: Send) => void, reply: Buffer = done): Promise<number> {
  const server = createServer((socket: Socket) => {
    let isGreeted = false
    socket.on('error', () => {})
    socket.on('data', (data) => {
      // `Q` is a statement; what comes first has no letter, and what the driver says in the end wants no reply.
      if (!isGreeted) greet((message) => void socket.write(message))
      else if (data[0] === 0x51) socket.write(data.includes('server_version') ? reply : done)
      isGreeted = true
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as { port: number }).port
}

function message(letter: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(letter), int32(body.length + 4), body])
}

const int32 = (value: number) => Buffer.from(value.toString(16).padStart(8, '0'), 'hex')
const int16 = (value: number) => Buffer.from(value.toString(16).padStart(4, '0'), 'hex')
const text = (value: string) => Buffer.from(`${value}\0`)
const ready = message('Z', Buffer.from('I'))
const welcome = Buffer.concat([message('R', int32(0)), ready])
const done = Buffer.concat([message('C', text('SET')), ready])

function error(code: string, says: string): Buffer {
  return message('E', text('SFATAL'), text(`C${code}`), text(`M${says}`), Buffer.from([0]))
}

function version(shown: string, number: number): Buffer {
  const row = { version: [25, shown], number: [23, String(number)], read_only: [25, 'off'] } as const
  const fields = Object.entries(row).map(([name, [type]]) =>
    Buffer.concat([text(name), int32(0), int16(0), int32(type), int16(65_535), int32(0xff_ff_ff_ff), int16(0)]),
  )
  const values = Object.values(row).map(([, value]) => Buffer.concat([int32(value.length), Buffer.from(value)]))
  const count = int16(fields.length)
  return Buffer.concat([message('T', count, ...fields), message('D', count, ...values), done])
}
