/** Stores over the tables of one schema, each with connections of its own as in processes of their own. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import type { TestSchema } from '../../../test/postgres/postgres.ts'
import { type PostgresStore, type PostgresStoreOptions, postgresStore } from '../src/postgres/store.ts'
import { temporarySchema } from './temporary-postgres.ts'

type Place = Pick<TestSchema, 'url' | 'schema'>

export async function storeAt(place: Place, options: PostgresStoreOptions = {}): Promise<PostgresStore> {
  const store = await postgresStore(place.url, {
    schema: place.schema,
    key: 'a passphrase',
    connections: 4,
    ...options,
  })
  onTestFinished(() => store.close())
  return store
}

/** As many stores over the same empty tables. */
export async function stores(count: number): Promise<readonly [PostgresStore, ...PostgresStore[]]> {
  const place = await temporarySchema()
  const first = await storeAt(place)
  return [first, ...(await Promise.all(Array.from({ length: count - 1 }, () => storeAt(place))))]
}

/** A connection beside the store: somebody who does things at the worst moment. */
export async function bystander({ database }: PostgresStore): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url })
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`SET search_path TO ${database.schema}`)
  return client
}

/** Resolves when so many wait for a lock that this connection holds, or wait behind such a one. */
export async function untilWaiting(holder: pg.Client, count = 1): Promise<void> {
  const waiting = `
    WITH RECURSIVE blocked (pid) AS (
      SELECT pg_backend_pid()
      UNION SELECT a.pid FROM pg_stat_activity a JOIN blocked b ON b.pid = ANY (pg_blocking_pids(a.pid))
    ) SELECT count(*)::int - 1 AS waiting FROM blocked`
  for (;;) {
    // Within a transaction activities are shown as they were when they were first looked at.
    await holder.query('SELECT pg_stat_clear_snapshot()')
    if ((await holder.query<{ waiting: number }>(waiting)).rows[0]?.waiting === count) return
    await sleep(5)
  }
}

export async function countOf({ database }: PostgresStore, sql: string): Promise<number> {
  const [row] = await database.rows<{ n: number }>(`SELECT count(*) AS n FROM ${sql}`)
  return row?.n ?? -1
}
