import { storeConformance } from '@gyre/core/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestSchema, testSchema } from '../../../../test/postgres/postgres.ts'
import { type PostgresStore, postgresStore } from './store.ts'

// Making the tables takes longer than most of the tests: they share them, and each finds them empty.
let shared: TestSchema
beforeAll(async () => {
  shared = await testSchema()
})
afterAll(() => shared.drop())

storeConformance('the PostgreSQL store', open, { describe, it, expect })

const key = 'the same for every process'

async function open() {
  const { url, schema } = shared
  const openOne = () => postgresStore(url, { schema, key, connections: 4 })
  const store = await openOne()
  await empty(store)
  const opened = [store]
  return {
    store,
    async reopen() {
      await Promise.all(opened.map((each) => each.close()))
      const again = await openOne()
      opened.push(again)
      return again
    },
    async close() {
      await Promise.all(opened.map((each) => each.close()))
    },
  }
}

/** Everything but which format the tables have, and which key signs. Few hold anything, and emptying one takes a while. */
async function empty({ database }: PostgresStore): Promise<void> {
  const sql = `SELECT tablename AS name FROM pg_tables WHERE schemaname = $1 AND tablename <> 'meta'`
  const tables = await database.rows<{ name: string }>(sql, [database.schema])
  const looks = tables.map(({ name }) => `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM ${name})`)
  const filled = await database.rows<{ name: string }>(looks.join(' UNION ALL '))
  for (const { name } of filled) await database.rows(`DELETE FROM ${name}`)
}
