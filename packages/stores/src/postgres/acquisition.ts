/**
 * Sessions are taken over, several in one transaction.
 *
 * Their rows are locked before anything is judged: a statement that asked for what is free would judge the rows as they
 * were when it began, without waiting for whoever is changing them. And the head of the journal is read by a statement
 * that begins when the lock is held: what the holder before committed while this one waited is part of it.
 */
import { genesis, type Lease, type LeaseTerms } from '@gyre/core'
import { type Cap, capsOn, type Kind } from '../session-limits.ts'
import { isDeadWorker } from '../worker-identity.ts'
import { Batches } from './batches.ts'
import type { Database, Statements } from './database.ts'
import { lockFor } from './transaction-lock.ts'

/** Times are those of the server. */
export type Wanted = { readonly id: string; readonly terms: LeaseTerms }

export type Taken = { readonly sid: number; readonly lease: Lease }

type Standing = Kind & {
  readonly sid: number
  readonly id: string
  readonly state: string
  readonly worker: string | null
  readonly lease_until: number | null
  readonly priority: number
}

type Choice = { readonly wanted: Wanted; readonly standing: Standing; readonly isOurs: boolean }

type TakenRow = {
  readonly sid: number
  readonly id: string
  readonly owner: string
  readonly token: number
  readonly wake_seq: number
  readonly seq: number
  readonly chain: string | null
}

const sessionsAtMost = 200

const lock = `
  SELECT sid, id, owner, persona, provider, state, worker, lease_until, priority
  FROM session WHERE id = ANY ($1::text[]) ORDER BY sid FOR UPDATE`

/**
 * `deaths` counts how often workers were lost at the same place of a session: a row more than at the last death, and it
 * begins anew.
 */
const take = `
  UPDATE session s SET state = 'running', worker = h.worker, lease_until = h.until, not_before = NULL,
    token = CASE WHEN h.is_ours THEN s.token ELSE s.token + 1 END,
    deaths = CASE WHEN NOT h.has_died THEN s.deaths WHEN h.seq > s.death_seq THEN 1 ELSE s.deaths + 1 END,
    death_seq = CASE WHEN h.has_died THEN h.seq ELSE s.death_seq END
  FROM (
    SELECT a.*, coalesce(j.seq, 0) AS seq, j.chain
    FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::boolean[], $5::boolean[])
      a (sid, worker, until, has_died, is_ours)
      LEFT JOIN LATERAL (SELECT seq, chain FROM journal WHERE sid = a.sid ORDER BY seq DESC LIMIT 1) j ON true
  ) h
  WHERE s.sid = h.sid
  RETURNING s.sid, s.id, s.owner, s.token, s.wake_seq, h.seq, h.chain`

/** Running sessions are few: they are counted by the index on them, whatever they are counted by. */
const countRunning = `
  SELECT c.by, c.value, (
    SELECT count(*) FROM session WHERE state = 'running'
      AND CASE c.by WHEN 'owner' THEN owner WHEN 'persona' THEN persona ELSE provider END = c.value
  ) AS running
  FROM unnest($1::text[], $2::text[]) c (by, value)`

export class Acquisition {
  readonly #database: Database
  readonly #batches: Batches<Wanted, Taken | undefined>

  constructor(database: Database) {
    this.#database = database
    this.#batches = new Batches({ ask: (wanted) => this.#takeAll(wanted), most: sessionsAtMost })
  }

  take(wanted: Wanted): Promise<Taken | undefined> {
    return this.#batches.ask(wanted)
  }

  #takeAll(wanted: readonly Wanted[]): Promise<readonly (Taken | undefined)[]> {
    let isRepeated = false
    const work = async (statements: Statements) => {
      const taken = await this.#takeIn(statements, wanted, isRepeated)
      isRepeated = true
      return wanted.map((each) => taken.get(each))
    }
    return this.#database.transaction(work, { mayRepeat: true })
  }

  async #takeIn(
    statements: Statements,
    wanted: readonly Wanted[],
    isRepeated: boolean,
  ): Promise<ReadonlyMap<Wanted, Taken>> {
    // Whoever minds limits does so alone: what is counted then holds until the sessions are taken.
    const hasLimits = wanted.some(({ terms }) => terms.limits !== undefined)
    if (hasLimits) await lockFor(this.#database, statements, ['limits'])
    const standings = await statements.rows<Standing>(lock, [[...new Set(wanted.map(({ id }) => id))]])
    const room = await Room.of(statements, standings, wanted)
    const choices = choose(standings, wanted, { room, isRepeated })
    if (choices.length === 0) return new Map()
    const rows = await statements.rows<TakenRow>(take, [
      choices.map(({ standing }) => standing.sid),
      choices.map(({ wanted: { terms } }) => terms.worker),
      choices.map(({ wanted: { terms } }) => terms.now + terms.leaseMs),
      choices.map(({ standing, isOurs }) => standing.state === 'running' && !isOurs),
      choices.map(({ isOurs }) => isOurs),
    ])
    const leases = new Map(rows.map((row) => [row.sid, { sid: row.sid, lease: leaseOf(row) }]))
    return new Map(
      choices.flatMap(({ wanted: each, standing }) => {
        const taken = leases.get(standing.sid)
        return taken ? [[each, taken] as const] : []
      }),
    )
  }
}

/** One for each session that can be had: those of higher priority first, then the oldest; of those who want it the first. */
function choose(
  standings: readonly Standing[],
  wanted: readonly Wanted[],
  { room, isRepeated }: { readonly room: Room; readonly isRepeated: boolean },
): readonly Choice[] {
  const askers = Map.groupBy(wanted, ({ id }) => id)
  const sorted = [...standings].sort((a, b) => b.priority - a.priority || a.sid - b.sid)
  return sorted.flatMap((standing): readonly Choice[] => {
    for (const each of askers.get(standing.id) ?? []) {
      if (isRepeated && isHeldBy(standing, each.terms)) return [{ wanted: each, standing, isOurs: true }]
      if (isFree(standing, each.terms.now) && room.admit(standing, each.terms)) {
        return [{ wanted: each, standing, isOurs: false }]
      }
    }
    return []
  })
}

/** When the connection broke it may have been taken already, on these very terms. */
function isHeldBy({ state, worker, lease_until }: Standing, terms: LeaseTerms): boolean {
  return state === 'running' && worker === terms.worker && lease_until === terms.now + terms.leaseMs
}

function isFree({ state, worker, lease_until }: Standing, now: number): boolean {
  if (state === 'queued' || state === 'parked') return true
  if (state !== 'running') return false
  return (lease_until ?? 0) < now || (worker !== null && isDeadWorker(worker))
}

/** How many sessions run under each limit, those included that are about to. */
class Room {
  readonly #running: Map<string, number>

  private constructor(running: Map<string, number>) {
    this.#running = running
  }

  static async of({ rows }: Statements, standings: readonly Standing[], wanted: readonly Wanted[]): Promise<Room> {
    const limits = wanted.flatMap(({ terms }) => terms.limits ?? [])
    const caps = limits.flatMap((each) => standings.flatMap((standing) => capsOn(standing, each)))
    const counted = [...new Map(caps.map((cap) => [nameOf(cap), cap])).values()]
    if (counted.length === 0) return new Room(new Map())
    const found = await rows<Pick<Cap, 'by' | 'value'> & { readonly running: number }>(countRunning, [
      counted.map(({ by }) => by),
      counted.map(({ value }) => value),
    ])
    return new Room(new Map(found.map((row) => [nameOf(row), row.running])))
  }

  /** Counts it, when it may run. One that runs already counts as before. */
  admit(standing: Standing, { limits }: LeaseTerms): boolean {
    if (standing.state === 'running') return true
    if (!capsOn(standing, limits).every((cap) => (this.#running.get(nameOf(cap)) ?? 0) < cap.most)) return false
    for (const by of ['owner', 'persona', 'provider'] as const) {
      const name = nameOf({ by, value: standing[by] ?? '' })
      this.#running.set(name, (this.#running.get(name) ?? 0) + 1)
    }
    return true
  }
}

function nameOf({ by, value }: Pick<Cap, 'by' | 'value'>): string {
  return `${by} ${value}`
}

function leaseOf({ id, owner, token, wake_seq, seq, chain }: TakenRow): Lease {
  return { session: id, token, wakeSeq: wake_seq, head: { seq, chain: chain ?? genesis({ id, owner }) } }
}
