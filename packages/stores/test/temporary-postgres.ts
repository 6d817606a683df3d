/** Databases in schemas of their own, gone when the test is over. */
import { onTestFinished } from 'vitest'
import { type TestSchema, testSchema } from '../../../test/postgres/postgres.ts'
import { Database } from '../src/postgres/database.ts'
import { migrate } from '../src/postgres/migrations.ts'

export async function temporarySchema(): Promise<TestSchema> {
  const made = await testSchema()
  onTestFinished(() => made.drop())
  return made
}

/** A database without tables of ours: as many as are opened with one schema are like as many processes. */
export function database({ url, schema }: Pick<TestSchema, 'url' | 'schema'>): Database {
  const opened = new Database({ url, schema, connections: 4, patienceMs: 5000 })
  onTestFinished(() => opened.close())
  return opened
}

/** Several over the same tables, which are there and empty. */
export async function databases(count: number): Promise<readonly [Database, ...Database[]]> {
  const made = await temporarySchema()
  const first = database(made)
  await migrate(first)
  return [first, ...Array.from({ length: count - 1 }, () => database(made))]
}
