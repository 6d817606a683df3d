/**
 * The journal in SQLite.
 *
 * Rows are sealed when `append` is called, in the order of the calls, because each link is made over
 * the one before; they are durable when their batch commits. When a batch fails, the links of what
 * was appended after it are made over rows that are not there: so the lease is over, its later
 * appends fail with the same error, and its head goes back to the last row on disk. The session goes
 * on under a new lease.
 */
import type { StatementSync } from 'node:sqlite'
import {
  type AppendOptions,
  type AuditKey,
  type Fact,
  type GyreError,
  isAddress,
  type Journal,
  type JournalRow,
  type Lease,
  type Payloads,
  type SealedRow,
  sealAll,
} from '@gyre/core'
import { checkNumbering, leaseLost } from '../refusals.ts'
import { atMost, type Connection } from './connection.ts'
import type { GroupCommit, Write } from './group-commit.ts'
import type { RowWriter } from './row-writer.ts'

/** What is known of a lease: the number of its session, and the last row of its own that is on disk. */
type Held = { sid: number | undefined; durable: { readonly seq: number; readonly chain: string }; failure?: GyreError }

export class SqliteJournal implements Journal, Payloads {
  readonly #commits: GroupCommit
  readonly #writer: RowWriter
  readonly #key: AuditKey
  readonly #held = new WeakMap<Lease, Held>()
  readonly #rows: StatementSync
  readonly #payload: StatementSync

  constructor(connection: Connection, commits: GroupCommit, writer: RowWriter, key: AuditKey) {
    this.#commits = commits
    this.#writer = writer
    this.#key = key
    // A row that names another owner is no row of the session: whoever verifies it misses it.
    this.#rows = connection.prepare(`
      SELECT seq, at, type, path, kind, request, result, data, chain, key FROM journal
      WHERE sid = (SELECT sid FROM session WHERE id = ?1) AND owner = (SELECT owner FROM session WHERE id = ?1)
        AND seq >= ?2 ORDER BY seq LIMIT ?3`)
    this.#payload = connection.prepare('SELECT text FROM payload WHERE address = ? LIMIT 1')
  }

  append(lease: Lease, facts: readonly Fact[], options?: AppendOptions): Promise<void> {
    const held = this.#heldBy(lease)
    if (held.failure) return refused(held.failure)
    checkNumbering(lease.session, lease.head.seq, facts)
    const rows = this.seal(facts, lease.head.chain)
    const head = rows.at(-1)?.row ?? lease.head
    lease.head.seq = head.seq
    lease.head.chain = head.chain
    return this.#commits.write(new Append({ writer: this.#writer, lease, held, rows, options }))
  }

  read(session: string, from: number, limit?: number): Promise<readonly JournalRow[]> {
    return this.#commits.read(() => {
      const rows: JournalRow[] = []
      for (const row of this.#rows.iterate(session, from, atMost(limit)))
        rows.push(this.#resolve(row as unknown as JournalRow))
      return rows
    })
  }

  get(address: string): Promise<string | undefined> {
    return this.#commits.read(() => this.#text(address))
  }

  seal(facts: readonly Fact[], previous: string): readonly SealedRow[] {
    return sealAll(facts, previous, this.#key)
  }

  /** Makes a lease known, so that its appends need not ask for the session's number. */
  hold(lease: Lease, sid?: number): Lease {
    this.#held.set(lease, { sid, durable: { ...lease.head } })
    return lease
  }

  /** A copy of a lease is as good as the one that was handed out. */
  #heldBy(lease: Lease): Held {
    return this.#held.get(lease) ?? this.#heldBy(this.hold(lease))
  }

  #resolve(row: JournalRow): JournalRow {
    return {
      seq: row.seq,
      at: row.at,
      type: row.type,
      path: row.path,
      kind: row.kind,
      request: this.#whole(row.request),
      result: this.#whole(row.result),
      data: this.#whole(row.data),
      chain: row.chain,
      key: row.key,
    }
  }

  #whole(column: string | null): string | null {
    return isAddress(column) ? (this.#text(column) ?? column) : column
  }

  #text(address: string): string | undefined {
    return this.#payload.get(address)?.['text'] as string | undefined
  }
}

type AppendParts = {
  readonly writer: RowWriter
  readonly lease: Lease
  readonly held: Held
  readonly rows: readonly SealedRow[]
  readonly options: AppendOptions | undefined
}

/** Rows on their way to disk. */
class Append implements Write<void> {
  readonly #parts: AppendParts
  readonly #head: Held['durable']
  readonly rows: number
  readonly isSingle: boolean
  /** A failure reaches whoever waits for a later append of the same lease. */
  readonly isQuiet = true

  constructor(parts: AppendParts) {
    const { rows, options, lease } = parts
    this.#parts = parts
    this.#head = { seq: lease.head.seq, chain: lease.head.chain }
    this.rows = rows.length
    this.isSingle = options === undefined && rows.length === 1 && rows[0]?.payloads.length === 0
  }

  apply(): void {
    const { writer, lease, held, rows, options } = this.#parts
    if (held.failure) throw held.failure
    held.sid ??= writer.find(lease.session)
    if (!writer.write({ sid: held.sid, token: lease.token }, rows, options)) throw leaseLost(lease.session)
  }

  done(): void {
    this.#parts.held.durable = this.#head
  }

  failed(error: GyreError): void {
    const { held, lease } = this.#parts
    held.failure ??= error
    lease.head.seq = held.durable.seq
    lease.head.chain = held.durable.chain
  }
}

function refused(failure: GyreError): Promise<void> {
  const promise = Promise.reject(failure)
  promise.catch(() => {})
  return promise
}
