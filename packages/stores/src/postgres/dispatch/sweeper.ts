/**
 * Finds sessions whose worker is gone, and has others go on with them.
 *
 * Every worker looks, with one statement that finds nothing most of the time. A worker is gone when its lease ran out, or
 * when the lock that goes with its connection is missing in looks half a second apart, made over one connection of ours:
 * were the server started again, or our own way to it cut, the locks of all would be missing, and nobody would be dead.
 *
 * The more workers there are, the less often each of them looks. A look that sees something coming has the next one made
 * in time for it.
 */
import type pg from 'pg'
import type { Database, Statements } from '../database.ts'
import { timeSql } from '../server-time.ts'
import { bellOf, rankSql } from './bells.ts'
import type { Boss } from './boss.ts'
import { beatSql, liveWorkersSql, lockMissingSql } from './workers.ts'

export type Look = {
  /** Whether this worker still has its row. */
  readonly isKnown: boolean
  /** How many workers there are. */
  readonly workers: number
  /** When to look again. */
  readonly nextMs: number
}

export type SweeperOptions = {
  readonly database: Database
  readonly boss: Boss
  readonly worker: string
  readonly leaseMs: number
}

/** What this worker tells of itself. */
export type Beat = {
  readonly running: number
  readonly loops: readonly string[]
  /** Why it leaves sessions to others. */
  readonly leftAlone: Readonly<Record<string, string>>
}

type LookRow = {
  readonly is_known: boolean
  readonly workers: number
  readonly server_age: number
  readonly missing: readonly string[]
  readonly expires_in: number | null
}

type Swept = { readonly session: string; readonly rank: number }

const mostAtOnce = 500
/** Of a lease: it is renewed after each third, so whoever lives has had time to connect and to renew. */
const settleShare = 2 / 3
/** However long leases are, connections are back by then. */
const longestSettleMs = 10_000
/** So long a lock is missing before its worker counts as dead. */
const missingMs = 500
const shortestPauseMs = 500
const longestPauseMs = 2000
/** There is nobody whose lock could be missing. */
const alonePauseMs = 1000
/** There are no more than some twenty looks in a second, however many look. */
const pausePerWorkerMs = 50
/** What is about to be so is looked at a moment later, by a crowd not all at once. */
const aMomentMs = 10
const crowdMs = 5
/** One of the locks of this program; the second number is that of the schema. */
const sweepLock = 4243

/**
 * $1 this worker, $2 how many sessions it runs, $3 its loops, $4 whether it has its lock, $5 its time to renew, $6 what it
 * leaves to others.
 */
const lookSql = `
  WITH beat AS (${beatSql({ name: '$1', running: '$2', loops: '$3', hasLock: '$4', leftAlone: '$6' })})
  SELECT EXISTS (SELECT 1 FROM worker WHERE name = $1) AS is_known,
    (${liveWorkersSql}) AS workers,
    ${timeSql} - (extract(epoch FROM pg_postmaster_start_time()) * 1000)::bigint AS server_age,
    ARRAY(${lockMissingSql('$1')}) AS missing,
    (SELECT min(${endSql('$1', '$5')}) FROM session s WHERE s.state = 'running') - ${timeSql} AS expires_in`

/** When a session counts as left: this worker gets time to renew leases that ran out while it was busy. */
function endSql(worker: string, graceMs: string): string {
  return `(s.lease_until + CASE WHEN s.worker = ${worker} THEN ${graceMs}::bigint ELSE 0 END)`
}

/**
 * Sessions of workers that are gone are queued again, and it is counted how often that was at the same place. $1 are the
 * gone ones, $2 is this worker, with $3 ms to renew; $4 how long ago leases ran out.
 */
const sweepSql = `
  WITH gone AS (
    SELECT s.sid, coalesce((SELECT max(j.seq) FROM journal j WHERE j.sid = s.sid), 0) AS head
    FROM session s
    WHERE s.state = 'running' AND (s.worker = ANY($1::text[]) OR ${endSql('$2', '$3')} < ${timeSql} - $4::bigint)
    ORDER BY s.sid LIMIT ${mostAtOnce} FOR UPDATE OF s SKIP LOCKED),
  counted AS (
    SELECT g.sid, g.head, CASE WHEN g.head > s.death_seq THEN 1 ELSE s.deaths + 1 END AS deaths
    FROM gone g JOIN session s ON s.sid = g.sid)
  UPDATE session s SET state = 'queued', worker = NULL, lease_until = NULL, token = s.token + 1,
    offered_at = ${timeSql}, deaths = c.deaths, death_seq = c.head
  FROM counted c WHERE s.sid = c.sid
  RETURNING s.id AS session, ${rankSql} AS rank`

export class Sweeper {
  readonly #options: SweeperOptions
  /** Since when locks are missing, and over which connection that was seen. */
  #missing: { readonly since: ReadonlyMap<string, number>; readonly over: pg.Client } | undefined
  #client: pg.Client | undefined
  /** When our connection was lost. */
  #lostAt: number | undefined
  /** From when on others get time: to take their locks, and to renew their leases. */
  #locksFrom = 0
  #leasesFrom = 0

  constructor(options: SweeperOptions) {
    this.#options = options
  }

  /** Looks, and sweeps what it saw. Over `client`, the connection that has our lock, where there is one. */
  async look(client: pg.Client | undefined, { running, loops, leftAlone }: Beat): Promise<Look> {
    this.#meet(client)
    const { worker, leaseMs } = this.#options
    const began = Date.now()
    const seen = await this.#see(client, [worker, running, loops, client !== undefined, leaseMs, leftAlone])
    // A server that stood still did so for everybody.
    if (Date.now() - began > leaseMs / 3) this.#leasesFrom = Date.now()
    const dead = this.#deadOf(seen.missing, client)
    const mayJudge = client !== undefined && this.#isSettled(this.#locksFrom, seen.server_age)
    await this.#sweep(mayJudge ? dead : [], seen)
    return { isKnown: seen.is_known, workers: seen.workers, nextMs: nextLook(seen) }
  }

  async #see(client: pg.Client | undefined, values: readonly unknown[]): Promise<LookRow> {
    try {
      const rows = client
        ? (await client.query<LookRow>({ name: 'gyre_look', text: lookSql, values: [...values] })).rows
        : await this.#database.rows<LookRow>(lookSql, values)
      const [seen] = rows
      if (seen) return seen
      throw new Error('The look answered nothing.')
    } catch (error) {
      this.#missing = undefined
      throw this.#database.error(error)
    }
  }

  get #database(): Database {
    return this.#options.database
  }

  #deadOf(missing: readonly string[], client: pg.Client | undefined): readonly string[] {
    const now = Date.now()
    const before = this.#missing?.over === client ? this.#missing?.since : undefined
    const since = new Map(missing.map((name) => [name, before?.get(name) ?? now]))
    this.#missing = client && { since, over: client }
    return missing.filter((name) => now - (since.get(name) ?? now) >= missingMs)
  }

  /**
   * What cut our connection may have cut those of others: they get time to take their locks again, and, where we were
   * away for so long that leases may have run out, to renew those.
   */
  #meet(client: pg.Client | undefined): void {
    if (this.#client === client) return
    const now = Date.now()
    if (this.#client) {
      this.#lostAt = now
      this.#locksFrom = now
    }
    if (client && this.#lostAt !== undefined) {
      if (now - this.#lostAt > this.#options.leaseMs / 3) this.#leasesFrom = now
      this.#locksFrom = now
    }
    this.#client = client
  }

  /** Whether the others had time to come back, after the server was started or since we were away. */
  #isSettled(from: number, serverAgeMs: number): boolean {
    const settleMs = Math.min(this.#options.leaseMs * settleShare, longestSettleMs)
    return Date.now() - from > settleMs && serverAgeMs > settleMs
  }

  /** While we are not sure that others can renew their leases, only those are swept that ran out long ago. */
  async #sweep(dead: readonly string[], { expires_in, server_age }: LookRow): Promise<void> {
    const { boss, worker, leaseMs } = this.#options
    const isSure = this.#client !== undefined && this.#isSettled(this.#leasesFrom, server_age)
    const agoMs = isSure ? 0 : 2 * leaseMs
    if (dead.length === 0 && (expires_in === null || expires_in >= -agoMs)) return
    await boss.started()
    await this.#database.transaction((statements) => this.#sweepIn(statements, [dead, worker, leaseMs, agoMs]), {
      mayRepeat: true,
    })
  }

  /** One sweeper is enough: what it sweeps is the same for all. */
  async #sweepIn(statements: Statements, values: readonly unknown[]): Promise<void> {
    const { boss } = this.#options
    const lock = 'SELECT pg_try_advisory_xact_lock($1, hashtext($2)) AS is_had'
    const [first] = await statements.rows<{ is_had: boolean }>(lock, [sweepLock, this.#database.schema])
    if (!first?.is_had) return
    const swept = await statements.rows<Swept>(sweepSql, values)
    const bells = swept.map(({ session, rank }) => bellOf(session, rank))
    await boss.ring(bells, statements)
  }
}

function nextLook({ workers, missing, expires_in }: LookRow): number {
  const paceMs = Math.min(Math.max(shortestPauseMs, workers * pausePerWorkerMs), longestPauseMs)
  const usualMs = workers > 1 ? paceMs : alonePauseMs
  // Timers may be a moment early, and the look after that would be one too many.
  const pauseMs = missing.length > 0 ? missingMs + aMomentMs : usualMs
  if (expires_in === null || expires_in < 0) return pauseMs
  return Math.min(pauseMs, expires_in + aMomentMs + Math.random() * workers * crowdMs)
}
