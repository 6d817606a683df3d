/** What a process has for news of sessions, over a PostgreSQL that several share. */
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { runSql, type TestSchema, testSchema } from '../../../test/postgres/postgres.ts'
import { ChangeListeners } from '../src/change-listeners.ts'
import { Changes } from '../src/postgres/changes.ts'
import { Database } from '../src/postgres/database.ts'
import { Listener, type ListenerPace } from '../src/postgres/listener.ts'
import { migrate } from '../src/postgres/migrations.ts'
import { PostgresRelay, type RelayPace } from '../src/postgres/relay.ts'

export type NewsProcess = {
  readonly name: string
  readonly database: Database
  readonly listener: Listener
  readonly listeners: ChangeListeners
  readonly relay: PostgresRelay
  readonly changes: Changes
  close(): Promise<void>
}

export type ProcessOptions = {
  readonly pace?: Partial<RelayPace>
  readonly listening?: Partial<ListenerPace>
  /** Where it listens, when that is not where everything else is. */
  readonly listensAt?: string
}

export type SharedTables = TestSchema & {
  /** Another process with the same tables; it ends with the test. */
  process(name: string, options?: ProcessOptions): NewsProcess
}

/** Tables for the tests of a file. */
export async function sharedTables(): Promise<SharedTables> {
  const tables = await testSchema()
  const database = databaseOf(tables)
  await migrate(database)
  await database.close()
  return { ...tables, process: (name, options = {}) => newsProcess(tables, name, options) }
}

function databaseOf({ url, schema }: Pick<TestSchema, 'url' | 'schema'>): Database {
  return new Database({ url, schema, connections: 2, patienceMs: 1000 })
}

function newsProcess(tables: TestSchema, name: string, { pace, listening, listensAt }: ProcessOptions): NewsProcess {
  const database = databaseOf(tables)
  const elsewhere = listensAt === undefined ? undefined : databaseOf({ ...tables, url: listensAt })
  const listener = new Listener(elsewhere ?? database, listening)
  const listeners = new ChangeListeners()
  const relay = new PostgresRelay({ database, listener, listeners, worker: name, ...(pace && { pace }) })
  const changes = new Changes({ database, listener, listeners, relay })
  const close = async () => {
    changes.close()
    await relay.close()
    await listener.close()
    await elsewhere?.close()
    await database.close()
  }
  onTestFinished(close)
  return { name, database, listener, listeners, relay, changes, close }
}

/** A session with so many facts, and nothing but their numbers. */
export async function writeSession({ database }: NewsProcess, id: string): Promise<void> {
  await database.rows(
    `INSERT INTO session (id, owner, state, token, wake_seq, loop, title, thread, status, created_at)
     VALUES ($1, 'local', 'running', 1, 0, 'react', '', $1, 'running', 0)`,
    [id],
  )
  await writeFact({ database }, id, 1)
}

export async function writeFact({ database }: Pick<NewsProcess, 'database'>, id: string, seq: number): Promise<void> {
  await database.rows(
    `INSERT INTO journal (sid, seq, at, owner, type, chain, key)
     SELECT sid, $2, 0, 'local', 'note', '', '' FROM session WHERE id = $1`,
    [id, seq],
  )
}

/** Everything that is said on a channel. */
export async function overheard({ url, schema }: TestSchema, channel: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url })
  const heard: string[] = []
  client.on('notification', ({ payload = '' }) => heard.push(payload))
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`LISTEN ${schema}_${channel}`)
  return heard
}

/** Breaks the connection over which a process listens; it is away when this resolves. */
export async function breakListener({ url }: TestSchema, { listener }: NewsProcess): Promise<void> {
  const found = Promise.withResolvers<number>()
  const end = listener.onBack(async (client) => {
    found.resolve((await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid ?? 0)
  })
  const pid = await found.promise
  end()
  const isAway = untilSo(() => !listener.isUp)
  await runSql(url, `SELECT pg_terminate_backend(${pid})`)
  await isAway
}

/** Waits until something is so. */
export async function untilSo(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`It never came to be so: ${isSo}`)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}
