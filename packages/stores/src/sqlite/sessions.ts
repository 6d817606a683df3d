/** Sessions in SQLite: made, listed, removed. Who may write them is told by their leases. */
import type { StatementSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import {
  genesis,
  type Lease,
  type LeaseTerms,
  type NewSession,
  type SessionFilter,
  type SessionRow,
  type Sessions,
} from '@gyre/core'
import { checkNumbering, sessionKnown } from '../refusals.ts'
import { type StoredSession, sessionColumns, sessionRow } from '../stored-session.ts'
import { atMost, type Connection } from './connection.ts'
import type { GroupCommit } from './group-commit.ts'
import type { SqliteJournal } from './journal.ts'
import type { Leases } from './leases.ts'
import type { RowWriter } from './row-writer.ts'

type Parts = {
  readonly connection: Connection
  readonly commits: GroupCommit
  readonly writer: RowWriter
  readonly journal: SqliteJournal
  readonly leases: Leases
}

/** What a filter asks for, as conditions. Each takes one value. */
const conditions = {
  owner: 'owner = ?',
  thread: 'thread = ?',
  persona: 'persona = ?',
  // The plus keeps SQLite from its index on states: most sessions have ended, and going back from the newest finds a page sooner.
  states: '+state IN (SELECT value FROM json_each(?))',
  statuses: 'status IN (SELECT value FROM json_each(?))',
  // The session named may have been removed since: ids are sorted by time of making, so they tell its place.
  before: `sid < coalesce((SELECT sid FROM session WHERE id = ?1), (SELECT max(sid) + 1 FROM session WHERE id < ?1))`,
} as const

/** Bytes, told from the headers of the rows: the texts themselves are not read. */
const size = `
  SELECT
    (SELECT total(octet_length(type) + octet_length(chain) + octet_length(key)
        + coalesce(octet_length(path), 0) + coalesce(octet_length(kind), 0)
        + coalesce(octet_length(request), 0) + coalesce(octet_length(result), 0) + coalesce(octet_length(data), 0))
      FROM journal WHERE journal.sid = session.sid)
    + (SELECT total(octet_length(text)) FROM payload_use JOIN payload USING (pid) WHERE payload_use.sid = session.sid)
    + (SELECT total(octet_length(body)) FROM intervention WHERE intervention.sid = session.sid) AS bytes
  FROM session WHERE id = ?`

export class SqliteSessions implements Sessions {
  readonly #parts: Parts
  readonly #insert: StatementSync
  readonly #find: StatementSync
  readonly #wakeSeqs: StatementSync
  readonly #size: StatementSync
  readonly #ended: StatementSync
  readonly #removals: readonly StatementSync[]
  readonly #lists = new Map<string, StatementSync>()

  constructor(parts: Parts) {
    this.#parts = parts
    const { connection } = parts
    this.#insert = connection.prepare(`
      INSERT INTO session
        (id, owner, state, worker, lease_until, token, wake_seq, priority, not_before, loop, loop_version, provider,
         title, thread, status, persona, arm, created_at)
      VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO NOTHING`)
    this.#find = connection.prepare(`SELECT ${sessionColumns} FROM session WHERE id = ?`)
    this.#wakeSeqs = connection.prepare('SELECT id, wake_seq FROM session WHERE id IN (SELECT value FROM json_each(?))')
    this.#size = connection.prepare(size)
    this.#ended = connection.prepare(`SELECT sid FROM session WHERE id = ? AND state = 'ended'`)
    this.#removals = [
      `DELETE FROM payload WHERE pid IN (SELECT pid FROM payload_use WHERE sid = ?1)
         AND NOT EXISTS (SELECT 1 FROM payload_use u WHERE u.pid = payload.pid AND u.sid <> ?1)`,
      'DELETE FROM payload_use WHERE sid = ?1',
      'DELETE FROM journal WHERE sid = ?1',
      'DELETE FROM intervention WHERE sid = ?1',
      'DELETE FROM session WHERE sid = ?1',
    ].map((sql) => connection.prepare(sql))
  }

  async create(session: NewSession, terms?: LeaseTerms): Promise<Lease | undefined> {
    checkNumbering(session.id, 0, session.facts)
    const { commits, writer, journal } = this.#parts
    const beginning = genesis(session)
    const rows = journal.seal(session.facts, beginning)
    const token = terms ? 1 : 0
    const sid = await commits.write({
      rows: rows.length + 1,
      isSingle: false,
      apply: () => {
        const made = this.#insertSession(session, terms)
        if (made === undefined) throw sessionKnown(session.id)
        writer.write({ sid: made, token }, rows)
        return made
      },
    })
    const last = rows.at(-1)?.row
    const head = { seq: last?.seq ?? 0, chain: last?.chain ?? beginning }
    return terms && journal.hold({ session: session.id, token, wakeSeq: 0, head }, sid)
  }

  get(id: string): Promise<SessionRow | undefined> {
    return this.#parts.commits.read(() => {
      const row = this.#find.get(id)
      return row && sessionRow(row as unknown as StoredSession)
    })
  }

  list(filter: SessionFilter): Promise<readonly SessionRow[]> {
    return this.#parts.commits.read(() => {
      const { before, owner, thread, persona, states, statuses } = filter
      const asked = Object.entries({
        before,
        owner,
        thread,
        persona,
        states: states && JSON.stringify(states),
        statuses: statuses && JSON.stringify(statuses),
      }).filter((entry): entry is [keyof typeof conditions, string] => entry[1] !== undefined)
      const statement = this.#listing(asked.map(([name]) => conditions[name]))
      const rows = statement.all(...asked.map(([, value]) => value), atMost(filter.limit))
      return rows.map((row) => sessionRow(row as unknown as StoredSession))
    })
  }

  acquire(id: string, terms: LeaseTerms): Promise<Lease | undefined> {
    return this.#parts.leases.acquire(id, terms)
  }

  renew(leases: readonly Lease[], terms: LeaseTerms): Promise<readonly string[]> {
    return this.#parts.leases.renew(leases, terms)
  }

  park(lease: Lease): Promise<boolean> {
    return this.#parts.leases.park(lease)
  }

  release(lease: Lease): Promise<void> {
    return this.#parts.leases.release(lease)
  }

  abandoned(now: number, limit: number, among?: readonly string[]): Promise<readonly string[]> {
    return this.#parts.leases.abandoned(now, limit, among)
  }

  wakeSeqs(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.#parts.commits.read(() => {
      const rows = this.#wakeSeqs.all(JSON.stringify(ids)) as { id: string; wake_seq: number }[]
      return new Map(rows.map((row) => [row.id, row.wake_seq]))
    })
  }

  async sizes(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const sizes = new Map<string, number>()
    for (const id of ids) {
      const row = await this.#parts.commits.read(() => this.#size.get(id))
      if (row) sizes.set(id, Number(row['bytes']))
      // A session may have very many rows: others have their turn in between.
      await setImmediate()
    }
    return sizes
  }

  async remove(ids: readonly string[]): Promise<void> {
    // One transaction each, and a turn of the event loop in between: a session may have very many rows.
    for (const id of ids) {
      await this.#parts.commits.write({
        rows: Number.POSITIVE_INFINITY,
        isSingle: false,
        apply: () => {
          const sid = this.#ended.get(id)?.['sid']
          if (sid !== undefined) for (const removal of this.#removals) removal.run(sid)
        },
      })
    }
  }

  #insertSession({ id, owner, mirror, waits }: NewSession, terms: LeaseTerms | undefined): number | undefined {
    const { loop, loopVersion, provider, title, thread, status, persona, arm, createdAt } = mirror
    const standing = terms ? ['running', terms.worker, terms.now + terms.leaseMs, 1] : ['queued', null, null, 0]
    const waiting = [waits?.priority ?? 0, waits?.notBefore ?? null]
    const told = [loop, loopVersion, provider, title, thread, status, persona, arm, createdAt]
    const made = this.#insert.run(id, owner, ...standing, ...waiting, ...told)
    return made.changes === 1 ? Number(made.lastInsertRowid) : undefined
  }

  #listing(where: readonly string[]): StatementSync {
    const condition = where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`
    const known = this.#lists.get(condition)
    if (known) return known
    const made = this.#parts.connection.prepare(
      `SELECT ${sessionColumns} FROM session ${condition} ORDER BY sid DESC LIMIT ?`,
    )
    this.#lists.set(condition, made)
    return made
  }
}
