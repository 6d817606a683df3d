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

/** Times are those of the server; `passed` tells how much later it is than the terms say. */
export type Wanted = { readonly id: string; readonly terms: LeaseTerms; readonly passed: () => number }

export type Taken = { readonly sid: number; readonly lease: Lease }

type Standing = Kind & {
  readonly sid: number
  readonly id: string
  readonly state: string
  readonly worker: string | null
  readonly lease_until: number | null
  readonly token: number
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
  SELECT sid, id, owner, persona, provider, state, worker, lease_until, token, priority
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

/** What sessions are counted by never changes: it can be read before they are locked. */
const kindsOf = 'SELECT owner, persona, provider FROM session WHERE id = ANY ($1::text[])'

/** Running sessions are few, and the index on them has no others: one walk over it counts for all limits. */
const countRunning = `
  SELECT owner, persona, provider, count(*) AS running FROM session
  WHERE state = 'running' AND (owner = ANY ($1::text[]) OR persona = ANY ($2::text[]) OR provider = ANY ($3::text[]))
  GROUP BY owner, persona, provider`

const countedBy = ['owner', 'persona', 'provider'] as const

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
    // When the connection breaks as it is committed they may have been taken already.
    let before: ReadonlyMap<Wanted, Taken> = new Map()
    const work = async (statements: Statements) => {
      const taken = await this.#takeIn(statements, wanted, before)
      before = taken
      return wanted.map((each) => taken.get(each))
    }
    return this.#database.transaction(work, { mayRepeat: true })
  }

  async #takeIn(
    statements: Statements,
    wanted: readonly Wanted[],
    before: ReadonlyMap<Wanted, Taken>,
  ): Promise<ReadonlyMap<Wanted, Taken>> {
    // Whoever minds limits does so alone: what is counted then holds until the sessions are taken.
    if (await isLimited(statements, wanted)) await lockFor(this.#database, statements, ['limits'])
    const standings = await statements.rows<Standing>(lock, [[...new Set(wanted.map(({ id }) => id))]])
    const room = await Room.of(statements, standings, wanted)
    const choices = choose(standings, wanted, { room, before })
    if (choices.length === 0) return new Map()
    const rows = await statements.rows<TakenRow>(take, [
      choices.map(({ standing }) => standing.sid),
      choices.map(({ wanted: { terms } }) => terms.worker),
      choices.map(({ wanted: { terms, passed } }) => terms.now + passed() + terms.leaseMs),
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
  { room, before }: { readonly room: Room; readonly before: ReadonlyMap<Wanted, Taken> },
): readonly Choice[] {
  const askers = Map.groupBy(wanted, ({ id }) => id)
  const sorted = [...standings].sort((a, b) => b.priority - a.priority || a.sid - b.sid)
  return sorted.flatMap((standing): readonly Choice[] => {
    for (const each of askers.get(standing.id) ?? []) {
      if (isHeldBy(standing, each, before.get(each))) return [{ wanted: each, standing, isOurs: true }]
      if (isFree(standing, each.terms.now) && room.admit(standing, each.terms)) {
        return [{ wanted: each, standing, isOurs: false }]
      }
    }
    return []
  })
}

/** Whether it is as the try before left it: nobody else has that token. */
function isHeldBy({ state, worker, token }: Standing, { terms }: Wanted, before: Taken | undefined): boolean {
  return state === 'running' && worker === terms.worker && token === before?.lease.token
}

/** Whether there is a limit that one of them comes under. */
async function isLimited({ rows }: Statements, wanted: readonly Wanted[]): Promise<boolean> {
  const limited = wanted.filter(({ terms }) => terms.limits !== undefined)
  if (limited.length === 0) return false
  if (limited.some(({ terms }) => terms.limits?.perOwner !== undefined)) return true
  const kinds = await rows<Kind>(kindsOf, [limited.map(({ id }) => id)])
  return kinds.some((kind) => limited.some(({ terms }) => capsOn(kind, terms.limits).length > 0))
}

function isFree({ state, worker, lease_until }: Standing, now: number): boolean {
  if (state === 'queued' || state === 'parked') return true
  if (state !== 'running') return false
  return (lease_until ?? 0) < now || (worker !== null && isDeadWorker(worker))
}

/** How many sessions run under each limit, those included that are about to. */
class Room {
  readonly #running = new Map<string, number>()

  static async of({ rows }: Statements, standings: readonly Standing[], wanted: readonly Wanted[]): Promise<Room> {
    const limits = wanted.flatMap(({ terms }) => terms.limits ?? [])
    const caps = limits.flatMap((each) => standings.flatMap((standing) => capsOn(standing, each)))
    const room = new Room()
    if (caps.length === 0) return room
    const values = countedBy.map((by) => [...new Set(caps.filter((cap) => cap.by === by).map(({ value }) => value))])
    for (const { running, ...kind } of await rows<Kind & { readonly running: number }>(countRunning, values)) {
      room.#count(kind, running)
    }
    return room
  }

  /** Counts it, when it may run. One that runs already counts as before. */
  admit(standing: Standing, { limits }: LeaseTerms): boolean {
    if (standing.state === 'running') return true
    if (!capsOn(standing, limits).every((cap) => (this.#running.get(nameOf(cap)) ?? 0) < cap.most)) return false
    this.#count(standing, 1)
    return true
  }

  #count(kind: Kind, more: number): void {
    for (const by of countedBy) {
      const name = nameOf({ by, value: kind[by] ?? '' })
      this.#running.set(name, (this.#running.get(name) ?? 0) + more)
    }
  }
}

function nameOf({ by, value }: Pick<Cap, 'by' | 'value'>): string {
  return `${by} ${value}`
}

function leaseOf({ id, owner, token, wake_seq, seq, chain }: TakenRow): Lease {
  return { session: id, token, wakeSeq: wake_seq, head: { seq, chain: chain ?? genesis({ id, owner }) } }
}
