import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { lossyProxy } from '../../test/lossy-proxy.ts'
import { databases, temporarySchema } from '../../test/temporary-postgres.ts'
import { Database, type DatabaseOptions } from './database.ts'
import { migrate } from './migrations.ts'

const cut = 'SELECT pg_terminate_backend(pg_backend_pid())'

describe('a transaction', () => {
  it('is done again when its connection breaks before it is committed', async () => {
    const [database] = await databases(1)
    let tries = 0
    await database.transaction(async ({ rows }) => {
      await rows(`INSERT INTO key_value (key, value) VALUES ('a', '1')`)
      if (++tries === 1) await rows(cut)
    })
    expect(tries).toBe(2)
    expect(await database.rows('SELECT key FROM key_value')).toEqual([{ key: 'a' }])
  })

  it('is not done again when its connection breaks as it is committed, unless it may be', async () => {
    const [database] = await databases(1)
    await database.transaction(async ({ rows }) => {
      await rows(`CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END'`)
      await rows(`CREATE CONSTRAINT TRIGGER breaks AFTER INSERT ON key_value DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW WHEN (NEW.value = 'bad') EXECUTE FUNCTION break_off()`)
    })
    for (const [mayRepeat, expected] of [
      [false, 1],
      [true, 2],
    ] as const) {
      let tries = 0
      const insert = () =>
        database.transaction(
          ({ rows }) => rows(`INSERT INTO key_value (key, value) VALUES ('a', $1)`, [++tries === 1 ? 'bad' : 'good']),
          { mayRepeat },
        )
      const failure = await insert().then(
        () => undefined,
        (error: unknown) => error,
      )
      expect(tries).toBe(expected)
      if (!mayRepeat) expect(failure).toMatchObject({ code: 'store-unreachable' })
    }
    expect(await database.rows('SELECT value FROM key_value')).toEqual([{ value: 'good' }])
  })

  it('is done again when its process was stopped for so long that the server ended it', async () => {
    const [database] = await databases(1)
    let tries = 0
    await database.transaction(async ({ rows }) => {
      await rows(`INSERT INTO key_value (key, value) VALUES ('a', '1')`)
      if (++tries > 1) return
      expect(await rows('SHOW idle_in_transaction_session_timeout')).toEqual([
        { idle_in_transaction_session_timeout: '1s' },
      ])
      const [own] = await rows<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      await rows('SET LOCAL idle_in_transaction_session_timeout = 1')
      await expect.poll(() => database.rows('SELECT FROM pg_stat_activity WHERE pid = $1', [own?.pid])).toEqual([])
      await rows('SELECT 1')
    })
    expect(tries).toBe(2)
    expect(await database.rows('SELECT key FROM key_value')).toEqual([{ key: 'a' }])
  })
})

describe('a statement', () => {
  it('that takes too long is given up by the server, and not asked again', async () => {
    const database = await opened({ answerMs: 300 })
    const slow = `SELECT pg_sleep(5) /* ${database.schema} */`
    await expect(database.rows(slow)).rejects.toMatchObject({
      code: 'store-failed',
      message: expect.stringContaining('gave up what took too long'),
    })
    const running = `SELECT FROM pg_stat_activity WHERE query = $1 AND state = 'active'`
    expect(await database.rows(running, [slow])).toEqual([])
  })

  it('is asked again over another connection when the server can only be read', async () => {
    const database = await opened({ connections: 1 })
    await migrate(database)
    await database.rows('SET default_transaction_read_only = on')
    await database.rowsOnce(`INSERT INTO key_value (key, value) VALUES ('a', '1')`)
    expect(await database.rows('SELECT key FROM key_value')).toEqual([{ key: 'a' }])
  })

  it('is asked over a new connection when the server was silent over one of the old', async () => {
    const { url, schema } = await temporarySchema()
    const proxy = await lossyProxy(url)
    const database = await opened({ url: proxy.url, schema, answerMs: 300 })
    const meeting = 'SELECT pg_sleep(0.05)'
    await Promise.all([database.rows(meeting), database.rows(meeting), database.rows(meeting)])
    proxy.goSilent()
    expect(await database.rows('SELECT 1 AS n')).toEqual([{ n: 1 }])
    expect(proxy.unheard).toBe(1)
  })

  it('that is urgent is asked over another connection long before any other counts as silent', async () => {
    const { url, schema } = await temporarySchema()
    const proxy = await lossyProxy(url)
    const database = await opened({ url: proxy.url, schema, answerMs: 600_000 })
    const ask = (soonMs: number) => database.urgentRows('SELECT 1 AS n', [], soonMs)
    await ask(60_000)
    proxy.goSilent()
    expect(await ask(100)).toEqual([{ n: 1 }])
    expect(proxy.unheard).toBe(1)
  })

  it('that is urgent and takes long leaves the connections of others alone', async () => {
    const database = await opened({ connections: 1 })
    const pid = async () => (await database.rows<{ pid: number }>('SELECT pg_backend_pid() AS pid'))[0]?.pid
    const before = await pid()
    expect(await database.urgentRows("SELECT 'late' AS word FROM pg_sleep(0.3)", [], 100)).toEqual([{ word: 'late' }])
    expect(await pid()).toBe(before)
  })

  it('is prepared under the same name by every process', async () => {
    const [one, two] = [await opened({ connections: 1 }), await opened({ connections: 1 })]
    const prepared = `SELECT name FROM pg_prepared_statements WHERE statement = 'SELECT 1 AS n'`
    await one.rows('SELECT 1 AS n')
    await two.rows('SELECT 2 AS n')
    await two.rows('SELECT 1 AS n')
    const names = await one.rows(prepared)
    expect(names).toHaveLength(1)
    expect(await two.rows(prepared)).toEqual(names)
  })
})

describe('opening', () => {
  it('waits for the tables for longer than for anything else', async () => {
    const database = await opened({ answerMs: 200 })
    const holder = new pg.Client({ connectionString: database.url })
    await holder.connect()
    onTestFinished(() => holder.end())
    await holder.query('SELECT pg_advisory_lock($1, hashtext($2))', [0x47797265, database.schema])
    const made = migrate(database)
    await holder.query('SELECT pg_sleep(0.4)')
    await holder.query('SELECT pg_advisory_unlock_all()')
    await made
    expect(await database.rows('SELECT FROM session')).toEqual([])
  })

  it('fails at once when the server can only be read', async () => {
    const { url, schema } = await temporarySchema()
    const readOnly = new URL(url)
    readOnly.searchParams.set('options', '-c default_transaction_read_only=on')
    const database = await opened({ url: readOnly.href, schema, patienceMs: 60_000 })
    await expect(migrate(database)).rejects.toMatchObject({ code: 'store-unreachable' })
  })
})

async function opened(options: Partial<DatabaseOptions>): Promise<Database> {
  const place = options.url ? {} : await temporarySchema()
  const database = new Database({ connections: 4, patienceMs: 5000, url: '', schema: '', ...place, ...options })
  onTestFinished(() => database.close())
  return database
}
