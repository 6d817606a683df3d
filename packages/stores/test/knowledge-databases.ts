/** Databases for tests of knowledge: of the real server, which has no pgvector, and of one in this process that has it. */
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { testSchema } from '../../../test/postgres/postgres.ts'
import { Database } from '../src/postgres/database.ts'
import { migrate } from '../src/postgres/migrations.ts'

export type TestDatabase = {
  readonly database: Database
  /** Another process at the same tables. */
  another(): Database
  /** Removes every document and memory. */
  empty(): Promise<void>
  close(): Promise<void>
}

const tables = ['document', 'chunk', 'chunk_word', 'chunk_vector', 'edge', 'memory', 'memory_word']

/** The tables of knowledge on the server of the tests. */
export async function serverDatabase(): Promise<TestDatabase> {
  const { url, schema, drop } = await testSchema()
  return opened(() => new Database({ url, schema, connections: 10, patienceMs: 5000 }), drop)
}

/** The same on a server in this process, with pgvector. It has one connection, and no other may be made. */
export async function pgvectorDatabase(): Promise<TestDatabase> {
  const server = await PGlite.create({ extensions: { vector } })
  const socket = new PGLiteSocketServer({ db: server, port: 0, host: '127.0.0.1' })
  await socket.start()
  const url = `postgres://postgres@${socket.getServerConn()}/postgres`
  return opened(
    () => new Database({ url, schema: 'gyre', connections: 1, patienceMs: 5000 }),
    async () => {
      await socket.stop()
      await server.close()
    },
  )
}

async function opened(open: () => Database, end: () => Promise<void>): Promise<TestDatabase> {
  const all = [open()]
  const [database] = all as [Database]
  await migrate(database)
  return {
    database,
    another() {
      const other = open()
      all.push(other)
      return other
    },
    async empty() {
      await database.transaction(async ({ rows }) => {
        for (const table of tables) await rows(`DELETE FROM ${table}`)
      })
    },
    async close() {
      for (const each of all) await each.close()
      await end()
    },
  }
}
