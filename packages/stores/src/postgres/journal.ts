/**
 * The journal in PostgreSQL.
 *
 * Rows are sealed when `append` is called, in the order of the calls, because each link is made over the one before;
 * they are durable when their statement is committed. When that fails, the links of what was appended after them are
 * made over rows that are not there: so the lease is over, its later appends fail with the same error, and its head goes
 * back to the last row that was committed. The session goes on under a new lease.
 */
import {
  type AppendOptions,
  type AuditKey,
  type Fact,
  isAddress,
  type Journal,
  type JournalRow,
  type Lease,
  type Payloads,
  type SealedRow,
  sealAll,
} from '@gyre/core'
import { checkNumbering } from '../refusals.ts'
import { atMost } from './at-most.ts'
import type { Changes } from './changes.ts'
import type { Database } from './database.ts'
import { GroupWriter } from './group-writer.ts'
import { type Held, PendingAppend } from './pending-append.ts'
import { storable } from './storable-text.ts'

export type JournalOptions = {
  readonly database: Database
  readonly key: AuditKey
  readonly changes: Changes
}

// A row that names another owner is no row of the session: whoever verifies it misses it.
const rowsFrom = `
  SELECT j.seq, j.at, j.type, j.path, j.kind, j.request, j.result, j.data, j.chain, j.key
  FROM session s JOIN journal j ON j.sid = s.sid AND j.owner = s.owner
  WHERE s.id = $1 AND j.seq >= $2 ORDER BY j.seq LIMIT $3`

/** Owners have copies of their own; the session has those of its own. */
const textsOf = `
  SELECT p.address, p.text FROM session s JOIN payload p ON p.owner = s.owner
  WHERE s.id = $1 AND p.address = ANY ($2::text[])`

/** What is found by its address is the same in each copy. */
const textAt = 'SELECT text FROM payload WHERE address = $1 LIMIT 1'

export class PostgresJournal implements Journal, Payloads {
  readonly #database: Database
  readonly #key: AuditKey
  readonly #writer: GroupWriter
  readonly #held = new WeakMap<Lease, Held>()
  /** The last append of each session that is not committed yet. */
  readonly #pending = new Map<string, Promise<void>>()

  constructor({ database, key, changes }: JournalOptions) {
    this.#database = database
    this.#key = key
    this.#writer = new GroupWriter(database, changes)
  }

  append(lease: Lease, facts: readonly Fact[], options?: AppendOptions): Promise<void> {
    const held = this.#heldBy(lease)
    if (held.failure) return quiet(Promise.reject(held.failure))
    checkNumbering(lease.session, lease.head.seq, facts)
    const rows = this.seal(facts, lease.head.chain)
    return this.#await(lease.session, this.#writer.write(new PendingAppend({ lease, held, rows, options })))
  }

  async read(session: string, from: number, limit?: number): Promise<readonly JournalRow[]> {
    await this.written(session)
    const rows = await this.#database.rows<JournalRow>(rowsFrom, [storable(session), Math.ceil(from), atMost(limit)])
    const texts = await this.#texts(
      session,
      rows.flatMap(({ request, result, data }) => [request, result, data].filter(isAddress)),
    )
    if (texts.size === 0) return rows
    const whole = (column: string | null) => (column === null ? null : (texts.get(column) ?? column))
    return rows.map((row) => ({
      ...row,
      request: whole(row.request),
      result: whole(row.result),
      data: whole(row.data),
    }))
  }

  async get(address: string): Promise<string | undefined> {
    return (await this.#database.rows<{ text: string }>(textAt, [storable(address)]))[0]?.text
  }

  seal(facts: readonly Fact[], previous: string): readonly SealedRow[] {
    return sealAll(facts, previous, this.#key)
  }

  /** Makes a lease known, so that its appends need not ask for the session's number. */
  hold(lease: Lease, sid?: number): Lease {
    this.#held.set(lease, { sid, durable: { ...lease.head } })
    return lease
  }

  /** Resolves when what was appended here to a session so far is committed, or has failed. */
  async written(session: string): Promise<void> {
    await this.#pending.get(session)
  }

  /** Resolves when everything that was appended so far is committed, or has failed. */
  settled(): Promise<void> {
    return this.#writer.settled()
  }

  /** A copy of a lease is as good as the one that was handed out. */
  #heldBy(lease: Lease): Held {
    return this.#held.get(lease) ?? this.#heldBy(this.hold(lease))
  }

  /** They are committed in the order of the calls: whoever waits for the last has waited for all. */
  #await(session: string, writing: Promise<void>): Promise<void> {
    const over = (): void => {
      if (this.#pending.get(session) === pending) this.#pending.delete(session)
    }
    const pending = writing.then(over, over)
    this.#pending.set(session, pending)
    return writing
  }

  async #texts(session: string, addresses: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (addresses.length === 0) return new Map()
    const asked = [session, [...new Set(addresses)]]
    const rows = await this.#database.rows<{ address: string; text: string }>(textsOf, asked)
    return new Map(rows.map(({ address, text }) => [address, text]))
  }
}

/** Whoever does not wait for it hears of the failure with the next append. */
function quiet(promise: Promise<void>): Promise<void> {
  promise.catch(() => {})
  return promise
}
