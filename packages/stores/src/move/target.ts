/** The PostgreSQL that a store is moved to: empty, and written by nobody else meanwhile. */
import { GyreError } from '@gyre/core'
import type { Database, Statements } from '../postgres/database.ts'
import { timeSql } from '../postgres/server-time.ts'
import type { MoveSource } from './source.ts'
import { type MovedTable, type SourceRow, written } from './tables.ts'

/** Every table that is filled, or would be by whoever used the store already. */
const filled = [
  'session',
  'journal',
  'payload',
  'payload_use',
  'intervention',
  'key_value',
  'catalog',
  'audit_log',
  'document',
  'chunk',
  'chunk_word',
  'chunk_vector',
  'edge',
  'memory',
  'memory_word',
] as const

/** What is over by its own time, and what was remembered to save time. It may have the keys of rows to come. */
const forgetSql = `DELETE FROM key_value WHERE expires_at <= ${timeSql} OR key ^@ ANY ($1::text[])`

/**
 * Whoever else reads or writes the tables waits: what is seen empty, such as a log, would be begun anew beside the moved
 * one. Workers that are there take part in nothing yet: they do not count.
 */
export async function takeEmpty(
  database: Database,
  { rows }: Statements,
  forgettable: readonly string[],
): Promise<void> {
  // Between two statements a part of the source is read: a machine may be slow at that, or sleep a while.
  await rows(`SET LOCAL idle_in_transaction_session_timeout = '10min'`)
  await rows(`LOCK TABLE ${filled.join(', ')} IN ACCESS EXCLUSIVE MODE`)
  await rows(forgetSql, [forgettable])
  const looks = filled.map((table) => `SELECT '${table}' AS name WHERE EXISTS (SELECT 1 FROM ${table})`)
  const used = await rows<{ name: string }>(looks.join(' UNION ALL '))
  if (used.length === 0) return
  const { address, schema } = database
  const names = used.map(({ name }) => name).join(', ')
  const says = `${address} is not empty: its schema ${schema} has rows in ${names}`
  throw new GyreError('move-refused', `${says}.`, { address, schema })
}

/** Inserts rows of a table, each column as one array. */
export async function insertRows({ rows }: Statements, table: MovedTable, part: readonly SourceRow[]): Promise<void> {
  const columns = Object.entries(table.columns)
  const arrays = columns.map(([, type], at) => `$${at + 1}::${type}[]`).join(', ')
  const names = columns.map(([name]) => name).join(', ')
  const values = columns.map(([name]) => part.map((row) => written(table, name, row[name] ?? null)))
  await rows(`INSERT INTO ${table.name} (${names}) SELECT * FROM unnest(${arrays})`, values)
}

/** The next row gets a number that none had, not even one that was removed since. */
export async function goOnNumbering({ rows }: Statements, table: MovedTable, source: MoveSource): Promise<void> {
  if (table.numbers === undefined) return
  const last = source.lastNumber(table.name, table.numbers)
  const set = 'SELECT setval(pg_get_serial_sequence($1, $2), greatest($3::bigint, 1), $3::bigint > 0)'
  await rows(set, [table.name, table.numbers, last])
}
