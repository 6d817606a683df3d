/** Sessions in PostgreSQL: made, listed, removed. Who may write them is told by their leases. */
import {
  genesis,
  type Lease,
  type LeaseTerms,
  type NewSession,
  type SessionFilter,
  type SessionRow,
  type Sessions,
} from '@gyre/core'
import { checkNumbering } from '../refusals.ts'
import { type StoredSession, sessionColumns, sessionRow } from '../stored-session.ts'
import { atMost } from './at-most.ts'
import { Batches } from './batches.ts'
import type { Changes } from './changes.ts'
import type { Database } from './database.ts'
import type { PostgresJournal } from './journal.ts'
import type { PostgresLeases } from './leases.ts'
import { headOf, NewSessions, tokenOf } from './new-sessions.ts'
import { removeEnded } from './removal.ts'
import { passing, type ServerClock } from './server-clock.ts'
import { storable } from './storable-text.ts'

export type SessionsOptions = {
  readonly database: Database
  readonly journal: PostgresJournal
  readonly leases: PostgresLeases
  readonly changes: Changes
  readonly clock: ServerClock
}

const find = `SELECT ${sessionColumns} FROM session WHERE id = ANY ($1::text[])`

/** What a filter asks for, as conditions on the value of that number. */
const conditions = {
  owner: (value: string) => `owner = ${value}`,
  thread: (value: string) => `thread = ${value}`,
  persona: (value: string) => `persona = ${value}`,
  statuses: (value: string) => `status = ANY (${value}::text[])`,
  // The session named may have been removed since: ids are sorted by time of making, so they tell its place.
  before: (value: string) => `sid < coalesce(
    (SELECT sid FROM session WHERE id = ${value}), (SELECT max(sid) + 1 FROM session WHERE id < ${value}))`,
} as const

function listOf(where: readonly string[]): string {
  const condition = where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''
  return `SELECT ${sessionColumns} FROM session ${condition} ORDER BY sid DESC LIMIT $1`
}

const allStates = ['queued', 'running', 'parked', 'ended'] as const

/**
 * The newest of each state by itself: most sessions have ended, and those that have not are not looked for among them.
 * States stand in the text, so that the server can tell how many have one.
 */
function inStates(where: readonly string[], states: readonly string[]): string {
  const each = allStates
    .filter((state) => states.includes(state))
    .map((state) => [`state = '${state}'`, ...where].join(' AND '))
    .map((condition) => `(SELECT sid FROM session WHERE ${condition} ORDER BY sid DESC LIMIT $1)`)
  return each.length > 0 ? `sid IN (${each.join(' UNION ALL ')})` : 'false'
}

const lastStatuses: ReadonlySet<string> = new Set(['completed', 'failed', 'aborted', 'stuck'])

/** Where sessions of these statuses stand: those that are open are not looked for among all that have ended. */
function statesOf(statuses: readonly string[]): readonly string[] {
  const [last, open] = [
    statuses.some((status) => lastStatuses.has(status)),
    statuses.some((status) => !lastStatuses.has(status)),
  ]
  return allStates.filter((state) => (state === 'ended' ? last : open))
}

/** Bytes, told without reading the texts themselves. */
const sizesOf = `
  SELECT s.id,
    (SELECT coalesce(sum(octet_length(type) + octet_length(chain) + octet_length(key)
        + coalesce(octet_length(path), 0) + coalesce(octet_length(kind), 0)
        + coalesce(octet_length(request), 0) + coalesce(octet_length(result), 0) + coalesce(octet_length(data), 0)), 0)
      FROM journal WHERE journal.sid = s.sid)
    + (SELECT coalesce(sum(octet_length(p.text)), 0)
      FROM payload_use u JOIN payload p ON p.address = u.address AND p.owner = u.owner WHERE u.sid = s.sid)
    + (SELECT coalesce(sum(octet_length(body)), 0) FROM intervention WHERE intervention.sid = s.sid) AS bytes
  FROM session s WHERE s.id = ANY ($1::text[])`

/** A session may have very many rows: others have their turn in between. */
const sizedAtOnce = 50

export class PostgresSessions implements Sessions {
  readonly #options: SessionsOptions
  readonly #made: NewSessions
  readonly #found: Batches<string, SessionRow | undefined>

  constructor(options: SessionsOptions) {
    this.#options = options
    this.#made = new NewSessions(options.database)
    this.#found = new Batches({ ask: (ids) => this.#findAll(ids) })
  }

  async create(session: NewSession, terms?: LeaseTerms): Promise<Lease | undefined> {
    checkNumbering(session.id, 0, session.facts)
    const passed = passing()
    const { journal, clock, changes } = this.#options
    const rows = journal.seal(session.facts, genesis(session))
    const making = inServerTime({ session, terms, rows, passed }, await clock.offset())
    const sid = await this.#made.make(making)
    changes.wrote(session.id)
    const lease = { session: session.id, token: tokenOf(terms), wakeSeq: 0, head: { ...headOf(making) } }
    return terms && journal.hold(lease, sid)
  }

  async get(id: string): Promise<SessionRow | undefined> {
    await this.#options.journal.written(id)
    return this.#found.ask(id)
  }

  async list(filter: SessionFilter): Promise<readonly SessionRow[]> {
    const { before, owner, thread, persona, states, statuses } = filter
    const asked = Object.entries({ before, owner, thread, persona, statuses }).filter(
      ([, value]) => value !== undefined,
    ) as [keyof typeof conditions, string | readonly string[]][]
    const where = asked.map(([name], at) => conditions[name](`$${at + 2}`))
    const values = asked.map(([, value]) => (typeof value === 'string' ? storable(value) : value.map(storable)))
    const among = states ?? (statuses && statesOf(statuses))
    return this.#shown(listOf(among ? [...where, inStates(where, among)] : where), [atMost(filter.limit), ...values])
  }

  acquire(id: string, terms: LeaseTerms): Promise<Lease | undefined> {
    return this.#options.leases.acquire(id, terms)
  }

  renew(leases: readonly Lease[], terms: LeaseTerms): Promise<readonly string[]> {
    return this.#options.leases.renew(leases, terms)
  }

  park(lease: Lease): Promise<boolean> {
    return this.#options.leases.park(lease)
  }

  release(lease: Lease): Promise<void> {
    return this.#options.leases.release(lease)
  }

  abandoned(now: number, limit: number, among?: readonly string[]): Promise<readonly string[]> {
    return this.#options.leases.abandoned(now, limit, among)
  }

  async wakeSeqs(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const sql = 'SELECT id, wake_seq FROM session WHERE id = ANY ($1::text[])'
    const rows = await this.#options.database.rows<{ id: string; wake_seq: number }>(sql, [ids])
    return new Map(rows.map((row) => [row.id, row.wake_seq]))
  }

  async sizes(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const found = new Map<string, number>()
    for (let at = 0; at < ids.length; at += sizedAtOnce) {
      const some = ids.slice(at, at + sizedAtOnce)
      for (const id of some) await this.#options.journal.written(id)
      const rows = await this.#options.database.rows<{ id: string; bytes: string }>(sizesOf, [some])
      for (const { id, bytes } of rows) found.set(id, Number(bytes))
    }
    return new Map(ids.flatMap((id) => (found.has(id) ? [[id, found.get(id) ?? 0]] : [])))
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) await this.#options.journal.written(id)
    await removeEnded(this.#options.database, ids)
  }

  async #findAll(ids: readonly string[]): Promise<readonly (SessionRow | undefined)[]> {
    const rows = await this.#shown(find, [ids.map(storable)])
    const found = new Map(rows.map((row) => [row.id, row]))
    return ids.map((id) => found.get(id))
  }

  async #shown(sql: string, values: readonly unknown[]): Promise<readonly SessionRow[]> {
    const { clock, database } = this.#options
    const offset = await clock.offset()
    return (await database.rows<StoredSession>(sql, values)).map((row) => sessionRow(row, offset))
  }
}

type Given = Parameters<NewSessions['make']>[0]

function inServerTime({ session, terms, ...rest }: Given, offset: number): Given {
  const { waits } = session
  const notBefore = waits?.notBefore == null ? null : waits.notBefore + offset
  return {
    session: waits ? { ...session, waits: { ...waits, notBefore } } : session,
    terms: terms && { ...terms, now: terms.now + offset },
    ...rest,
  }
}
