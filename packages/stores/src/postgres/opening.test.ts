import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runSql } from '../../../../test/postgres/postgres.ts'
import { database, temporarySchema } from '../../test/temporary-postgres.ts'
import { Database } from './database.ts'
import { bellOf } from './dispatch/bells.ts'
import { Boss } from './dispatch/boss.ts'
import { Troubles } from './dispatch/troubles.ts'
import { migrate } from './migrations.ts'
import { postgresStore } from './store.ts'

/** An address where nobody listens. */
async function emptyAddress(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return `postgres://ann:secret@127.0.0.1:${port}/gyre`
}

function changed(url: string, change: (url: URL) => void): string {
  const other = new URL(url)
  change(other)
  return other.href
}

/** Patient for longer than a test may take: what fails in time did not wait. */
function open(url: string, schema = 'gyre'): Promise<unknown> {
  return postgresStore(url, { key: 'k', schema, patienceMs: 600_000 })
}

/** A user who may enter the database and nothing else. */
async function guest(url: string, schema: string): Promise<string> {
  const name = `${schema}_guest`
  await runSql(url, `CREATE ROLE ${name} LOGIN PASSWORD 'guest'`)
  onTestFinished(() => runSql(url, `DROP OWNED BY ${name}; DROP ROLE ${name}`))
  return name
}

/** Rings for a session, and answers with those that were rung for. */
async function rung(url: string, schema: string): Promise<readonly string[]> {
  const store = await postgresStore(url, { key: 'k', schema })
  const boss = new Boss({ ...store, troubles: new Troubles(), onWork: async () => {} })
  try {
    await boss.ring([bellOf('s1', 0)])
    return (await boss.fetch(1)).map(({ data }) => data.session)
  } finally {
    await boss.close()
    await store.close()
  }
}

describe('opening a PostgreSQL store', () => {
  it('fails at once where nobody answers, and keeps the password to itself', async () => {
    const url = await emptyAddress()
    const shown = url.replace(':secret', '')
    await expect(open(url)).rejects.toMatchObject({
      code: 'store-unreachable',
      message: expect.stringMatching(new RegExp(`^${shown} does not answer: .*ECONNREFUSED`)),
    })
  })

  it('fails at once where the server has no such name', async () => {
    const refused = expect(open('postgres://ann@nowhere.invalid/gyre')).rejects
    await refused.toMatchObject({
      code: 'store-unreachable',
      details: { address: 'postgres://ann@nowhere.invalid/gyre' },
    })
  })

  it('fails when there is no such database', async () => {
    const { url } = await temporarySchema()
    const other = changed(url, (each) => {
      each.pathname = '/nothing_here'
    })
    await expect(open(other)).rejects.toMatchObject({
      code: 'store-unreachable',
      message: expect.stringContaining('/nothing_here has no such database: '),
    })
  })

  it('fails when the user is not known', async () => {
    const { url, schema } = await temporarySchema()
    const other = changed(url, (each) => {
      each.username = `${schema}_nobody`
    })
    await expect(open(other)).rejects.toMatchObject({
      code: 'store-unreachable',
      message: expect.stringContaining('lets nobody in with this user and password: '),
    })
  })

  it('fails when the user may make no tables, and works in a schema made for them', async () => {
    const { url, schema } = await temporarySchema()
    const name = await guest(url, schema)
    const asGuest = changed(url, (each) => {
      each.username = name
      each.password = 'guest'
    })
    await expect(open(asGuest, schema)).rejects.toMatchObject({
      code: 'store-failed',
      message: expect.stringContaining('does not let this user do that (docs/stores.md names the rights): '),
    })
    await runSql(url, `CREATE SCHEMA ${schema} AUTHORIZATION ${name}`)
    const opened = database({ url: asGuest, schema })
    await migrate(opened)
    expect(await opened.rows('SELECT count(*) AS n FROM session')).toEqual([{ n: 0 }])
    await opened.close()
    await expect(rung(asGuest, schema)).rejects.toMatchObject({ code: 'store-failed' })
    await runSql(url, `CREATE SCHEMA ${schema}_jobs AUTHORIZATION ${name}`)
    expect(await rung(asGuest, schema)).toEqual(['s1'])
  })

  it('is patient only later: what is asked of an open store waits for the server', async () => {
    const url = await emptyAddress()
    const patient = new Database({ url, schema: 'gyre', connections: 1, patienceMs: 100 })
    onTestFinished(() => patient.close())
    const began = performance.now()
    await expect(patient.rows('SELECT 1')).rejects.toMatchObject({ code: 'store-unreachable' })
    expect(performance.now() - began).toBeGreaterThan(100)
  })

  it.each(['Gyre', 'a-b', 'a.b', 'a b', '1a', '', 'gyre;', '"gyre"', 'grüße', 'pg_gyre', 'x'.repeat(41)])(
    'refuses the schema name %j before anything is asked',
    async (schema) => {
      await expect(open('postgres://nowhere.invalid/gyre', schema)).rejects.toMatchObject({
        code: 'config-invalid',
        message: `\`schema\` must be a name of lower-case letters, digits and \`_\`, at most 40, that begins neither with a digit nor with \`pg_\`, not ${JSON.stringify(schema)}.`,
        details: { field: 'schema' },
      })
    },
  )

  it.each([
    'localhost/gyre',
    'postgres://',
    'postgres://gyre:p@ss/w0rd@127.0.0.1:5432/gyre',
    'postgres://gyre:12#w0rd@127.0.0.1/gyre',
    'postgres://gyre:12?w0rd@127.0.0.1/gyre',
    'postgres://gyre:w0%rd@127.0.0.1/gyre',
  ])(
    'refuses an address that is none, or that signs of a password have split, and tells none of it: %s',
    async (url) => {
      await expect(open(url)).rejects.toMatchObject({
        code: 'config-invalid',
        message:
          '`url` must be the address of a PostgreSQL database, postgres://USER:PASSWORD@HOST:PORT/DATABASE, with @ / ? # % in a password written as %40 %2F %3F %23 %25.',
        details: { field: 'url' },
      })
    },
  )
})
