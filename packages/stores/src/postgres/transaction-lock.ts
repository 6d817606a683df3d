/** One at a time in the transactions that name the same thing, in whichever process; until their end. */
import type { Database, Statements } from './database.ts'

/** What is read after it is what the holder before left: each statement sees what was committed when it begins. */
export async function lockFor({ schema }: Database, { rows }: Statements, thing: readonly string[]): Promise<void> {
  await rows('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [JSON.stringify([schema, ...thing])])
}
