/**
 * What sessions append while a statement is under way is the next statement: one for all of them, and one commit.
 *
 * A statement is asked again when its connection breaks, and may have been committed before: then its rows are there
 * already, and nothing of it is written twice. A session that lost its lease meanwhile has lost it, whatever is there.
 */
import type { GyreError, SealedRow, Settlement } from '@gyre/core'
import { leaseLost } from '../refusals.ts'
import { appendStatement, type Fenced, type Passed } from './append-statement.ts'
import { Batches } from './batches.ts'
import type { Changes } from './changes.ts'
import type { Database } from './database.ts'
import type { Head, PendingAppend } from './pending-append.ts'
import { rowsAtMost, weightOf } from './row-statements.ts'
import { codeOf, isTooMuch } from './store-error.ts'

const uniqueViolation = '23505'
/** How often one is asked for that is too much alone. */
const mostTries = 3

export class GroupWriter {
  readonly #database: Database
  readonly #changes: Changes
  readonly #batches: Batches<PendingAppend, undefined>

  constructor(database: Database, changes: Changes) {
    this.#database = database
    this.#changes = changes
    this.#batches = new Batches<PendingAppend, undefined>({
      ask: (appends) => this.#writeAll(appends),
      weigh: ({ rows }) => weightOf(rows),
      most: rowsAtMost,
      // Records that nobody waits for, such as those of pure tools, go along with the next that somebody does.
      waitsATurn: true,
    })
  }

  /** Resolves once it is durable. */
  write(append: PendingAppend): Promise<undefined> {
    return this.#batches.ask(append)
  }

  /** Resolves when everything given so far is durable, or has failed. */
  settled(): Promise<void> {
    return this.#batches.settled()
  }

  async #writeAll(appends: readonly PendingAppend[]): Promise<readonly (undefined | GyreError)[]> {
    try {
      await this.#findSessions(appends)
    } catch (error) {
      for (const append of appends) append.failed(error as GyreError)
    }
    const groups = groupsOf(appends)
    await this.#write(groups)
    for (const group of groups) {
      if (group.failure === undefined) this.#changes.wrote(group.session)
      for (const append of group.appends) {
        if (group.failure) append.failed(group.failure)
        else append.done()
      }
    }
    return appends.map(({ held }) => held.failure)
  }

  /** Copies of leases come without the number of their session. */
  async #findSessions(appends: readonly PendingAppend[]): Promise<void> {
    const unknown = appends.filter(({ held }) => held.sid === undefined)
    if (unknown.length === 0) return
    const ids = unknown.map(({ lease }) => lease.session)
    const rows = await this.#database.rows<{ id: string; sid: number }>(
      'SELECT id, sid FROM session WHERE id = ANY ($1::text[])',
      [ids],
    )
    const found = new Map(rows.map(({ id, sid }) => [id, sid]))
    for (const { held, lease } of unknown) held.sid = found.get(lease.session)
  }

  async #write(groups: readonly Group[]): Promise<void> {
    let rest = groups
    while (rest.length > 0) rest = await this.#attempt(rest)
  }

  /** Answers with those that must be asked again. */
  async #attempt(groups: readonly Group[]): Promise<readonly Group[]> {
    try {
      const { text, values } = appendStatement(groups, this.#database.schema)
      const passed = new Map((await this.#database.rows<Passed>(text, values)).map((row) => [row.n, row.is_written]))
      for (const [at, group] of groups.entries()) {
        if (!passed.has(at + 1)) group.failure = await this.#failureUnlessThere(group)
      }
      return groups.filter((_, at) => passed.get(at + 1) === false)
    } catch (error) {
      return this.#refused(groups, error as GyreError)
    }
  }

  /**
   * One that cannot be written fails alone: the others are written without it. What was too much at once is written in
   * halves, and alone some times over: it was paid for, and nothing of it is there.
   */
  async #refused(groups: readonly Group[], error: GyreError): Promise<readonly Group[]> {
    const wasTooMuch = isTooMuch(error.cause)
    if (groups.length > 1 && isOfOne(error)) {
      const most = wasTooMuch ? Math.ceil(groups.length / 2) : 1
      for (let at = 0; at < groups.length; at += most) await this.#write(groups.slice(at, at + most))
      return []
    }
    const again = groups.filter((group) => wasTooMuch && ++group.tries < mostTries)
    if (again.length > 0) return again
    const isThere = codeOf(error.cause) === uniqueViolation
    for (const group of groups) group.failure = isThere ? await this.#failureUnlessThere(group) : error
    return []
  }

  /**
   * It was not let through: the lease was lost, or the journal ends with another row than it should, which may be the last
   * of these very rows. Each link is made over all before it: the last tells.
   */
  async #failureUnlessThere({ sid, token, session, head, rows }: Group): Promise<GyreError | undefined> {
    if (rows.length === 0) return leaseLost(session)
    try {
      const sql = `
        SELECT FROM session s JOIN journal j ON j.sid = s.sid
        WHERE s.sid = $1 AND s.token = $2 AND j.seq = $3 AND j.chain = $4`
      const found = await this.#database.rows(sql, [sid, token, head.seq, head.chain])
      return found.length > 0 ? undefined : leaseLost(session)
    } catch (error) {
      return error as GyreError
    }
  }
}

/** Whether it may be the fault of one: of what it writes, or of where that would go. */
function isOfOne({ code }: GyreError): boolean {
  return code === 'store-failed' || code === 'store-corrupt'
}

/** What was appended under one lease: written all or not at all. */
class Group implements Fenced {
  readonly session: string
  readonly sid: number
  readonly token: number
  readonly after: Head
  readonly appends: PendingAppend[] = []
  readonly rows: SealedRow[] = []
  readonly settle: Settlement[] = []
  mirror: Fenced['mirror']
  head: Head
  failure: GyreError | undefined
  tries = 0

  constructor(append: PendingAppend, sid: number) {
    this.session = append.lease.session
    this.token = append.lease.token
    this.sid = sid
    this.after = append.after
    this.head = append.after
  }

  add(append: PendingAppend): void {
    const { mirror, settle = [] } = append.options ?? {}
    this.appends.push(append)
    this.rows.push(...append.rows)
    this.head = append.head
    // What is settled is settled by the first; when the session has ended nothing is left to settle.
    if (this.mirror?.state !== 'ended') {
      this.settle.push(...settle.filter(({ id }) => !this.settle.some((known) => known.id === id)))
    }
    if (mirror) this.mirror = { ...this.mirror, ...mirror }
  }
}

/** By lease, in the order of the calls. What cannot be written at all has failed then. */
function groupsOf(appends: readonly PendingAppend[]): readonly Group[] {
  const groups = new Map<string, Group>()
  for (const append of appends) {
    const { held, lease } = append
    if (held.failure) {
      append.failed(held.failure)
    } else if (held.sid === undefined) {
      append.failed(leaseLost(lease.session))
    } else {
      const key = `${held.sid} ${lease.token}`
      const group = groups.get(key) ?? new Group(append, held.sid)
      groups.set(key, group)
      // A copy of the lease was first: both cannot have the next place.
      if (group.head.chain === append.after.chain) group.add(append)
      else append.failed(leaseLost(lease.session))
    }
  }
  return [...groups.values()]
}
