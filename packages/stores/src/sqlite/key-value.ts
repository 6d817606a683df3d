/** The key-value table. Numbers are stored as numbers, so that they can be counted up where they are; all else as JSON. */
import type { StatementSync } from 'node:sqlite'
import type { Json, KeyValue } from '@gyre/core'
import type { Connection } from './connection.ts'
import type { GroupCommit } from './group-commit.ts'

/** How many writes go by before what has expired is thrown out. */
const sweepEvery = 256

export class SqliteKeyValue implements KeyValue {
  readonly #commits: GroupCommit
  readonly #get: StatementSync
  readonly #set: StatementSync
  readonly #add: StatementSync
  readonly #delete: StatementSync
  readonly #sweep: StatementSync
  #writes = 0

  constructor(connection: Connection, commits: GroupCommit) {
    this.#commits = commits
    this.#get = connection.prepare(`
      SELECT value FROM key_value WHERE key = ? AND (expires_at IS NULL OR expires_at > ?)`)
    this.#set = connection.prepare(`
      INSERT INTO key_value (key, value, expires_at) VALUES (?, ?, ?)
      ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`)
    this.#add = connection.prepare(`
      INSERT INTO key_value (key, value, expires_at) VALUES (?1, ?2, ?3)
      ON CONFLICT (key) DO UPDATE SET
        value = iif(expires_at <= ?4 OR typeof(value) = 'text', 0.0, value) + ?2,
        expires_at = iif(expires_at <= ?4, ?3, expires_at)
      RETURNING value`)
    this.#delete = connection.prepare('DELETE FROM key_value WHERE key = ?')
    this.#sweep = connection.prepare('DELETE FROM key_value WHERE expires_at <= ?')
  }

  get(key: string): Promise<Json | undefined> {
    return this.#commits.read(() => {
      const value = this.#get.get(key, Date.now())?.['value']
      return typeof value === 'string' ? (JSON.parse(value) as Json) : (value as number | undefined)
    })
  }

  set(key: string, value: Json, ttlMs?: number): Promise<void> {
    const stored = typeof value === 'number' && Number.isFinite(value) ? value : JSON.stringify(value)
    const expiresAt = expiry(ttlMs)
    return this.#write(() => {
      this.#set.run(key, stored, expiresAt)
    })
  }

  increment(key: string, by: number, ttlMs?: number): Promise<number> {
    const now = Date.now()
    const expiresAt = expiry(ttlMs)
    return this.#write(() => this.#add.get(key, by, expiresAt, now)?.['value'] as number)
  }

  delete(key: string): Promise<void> {
    return this.#write(() => {
      this.#delete.run(key)
    })
  }

  #write<T>(work: () => T): Promise<T> {
    const isSweeping = ++this.#writes % sweepEvery === 0
    return this.#commits.write({
      rows: 1,
      isSingle: !isSweeping,
      apply: () => {
        if (isSweeping) this.#sweep.run(Date.now())
        return work()
      },
    })
  }
}

function expiry(ttlMs: number | undefined): number | null {
  return ttlMs === undefined ? null : Date.now() + ttlMs
}
