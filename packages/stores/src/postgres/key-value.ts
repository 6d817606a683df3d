/** The key-value table in PostgreSQL. Values are JSON texts: a counter is a number there too. */
import type { Json, KeyValue } from '@gyre/core'
import type { Database } from './database.ts'
import { escaped } from './escaped-text.ts'
import { timeSql } from './server-time.ts'

/** How many writes go by before what has expired is thrown out. */
const sweepEvery = 256
/** Rows of one statement: others have their turn in between. */
const sweepSize = 1000

/** By the clock of the server, as all of it. Whole milliseconds, rounded up: nothing goes before its time. */
const expiry = `ceil(${timeSql} + $3::float8)::bigint`

const find = `SELECT value FROM key_value WHERE key = $1 AND (expires_at IS NULL OR expires_at > ${timeSql})`
const set = `
  INSERT INTO key_value (key, value, expires_at) VALUES ($1, $2, ${expiry})
  ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`
/** Only JSON numbers begin with a digit or a minus. */
const add = `
  INSERT INTO key_value AS old (key, value, expires_at) VALUES ($1, ($2::float8)::text, ${expiry})
  ON CONFLICT (key) DO UPDATE SET
    value = (CASE WHEN old.expires_at <= ${timeSql} OR old.value !~ '^[-0-9]' THEN 0 ELSE old.value::float8 END + $2)::text,
    expires_at = CASE WHEN old.expires_at <= ${timeSql} THEN excluded.expires_at ELSE old.expires_at END
  RETURNING value`
const sweep = `
  WITH gone AS MATERIALIZED (
    SELECT key FROM key_value WHERE expires_at <= ${timeSql} ORDER BY expires_at LIMIT ${sweepSize} FOR UPDATE SKIP LOCKED
  )
  DELETE FROM key_value USING gone WHERE key_value.key = gone.key RETURNING 1`

type Row = { readonly value: string }

export class PostgresKeyValue implements KeyValue {
  readonly #database: Database
  #writes = 0
  #sweeping: Promise<void> | undefined

  constructor(database: Database) {
    this.#database = database
  }

  async get(key: string): Promise<Json | undefined> {
    const [row] = await this.#database.rows<Row>(find, [escaped(key)])
    return row && (JSON.parse(row.value) as Json)
  }

  async set(key: string, value: Json, ttlMs?: number): Promise<void> {
    await this.#database.rows(set, [escaped(key), JSON.stringify(value), finite(ttlMs)])
    this.#countWrite()
  }

  /** Not asked again when the connection breaks: nobody knows whether it was counted. */
  async increment(key: string, by: number, ttlMs?: number): Promise<number> {
    const [row] = await this.#database.rowsOnce<Row>(add, [escaped(key), by, finite(ttlMs)])
    this.#countWrite()
    return Number(row?.value)
  }

  async delete(key: string): Promise<void> {
    await this.#database.rows('DELETE FROM key_value WHERE key = $1', [escaped(key)])
    this.#countWrite()
  }

  /** Nobody waits for the sweep, nor minds when it fails: the next one does the same. */
  #countWrite(): void {
    if (++this.#writes % sweepEvery !== 0) return
    this.#sweeping ??= this.#sweep()
      .catch(() => {})
      .finally(() => {
        this.#sweeping = undefined
      })
  }

  async #sweep(): Promise<void> {
    while ((await this.#database.rows(sweep)).length === sweepSize);
  }
}

/** Null is for ever. */
function finite(ttlMs: number | undefined): number | null {
  return ttlMs === undefined || ttlMs === Number.POSITIVE_INFINITY ? null : ttlMs
}
