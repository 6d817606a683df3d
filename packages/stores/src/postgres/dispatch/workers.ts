/**
 * This process among the workers: its row, which tells what it knows and that it was there a moment ago, and a lock that
 * goes with its connection. A process that is killed loses the lock at once, long before its leases run out.
 */
import { randomInt } from 'node:crypto'
import type pg from 'pg'
import type { Database } from '../database.ts'
import { livenessLock } from '../leases.ts'
import type { Listener } from '../listener.ts'
import { timeSql } from '../server-time.ts'

export type WorkerOptions = {
  readonly database: Database
  readonly listener: Listener
  readonly name: string
  readonly version: string
  readonly concurrency: number
  /** Called when the lock is lost with its connection. */
  readonly onLost: () => void
}

const largestNumber = 2 ** 31 - 1
const dayMs = 86_400_000
/** One that was not heard of for so long has no lease left that its lock could tell of. */
const silentMs = 60_000
const beatMs = 900
/** One that was not heard of for so long does not count as one of those at work. */
export const awayMs = 10_000

/**
 * Numbers are drawn, not counted: the locks are those of the whole database, where there may be other tables of ours
 * whose workers are counted from 1 as well.
 */
const registerSql = `
  INSERT INTO worker (name, number, version, loops, concurrency, has_lock, started_at, seen_at)
  OVERRIDING SYSTEM VALUE VALUES ($1, $2, $3, $4, $5, $6, ${timeSql}, ${timeSql})
  ON CONFLICT (name) DO UPDATE SET version = excluded.version, loops = excluded.loops,
    concurrency = excluded.concurrency, has_lock = excluded.has_lock, seen_at = excluded.seen_at,
    is_draining = false
  RETURNING number`

type BeatTerms = Readonly<Record<'name' | 'running' | 'loops' | 'hasLock' | 'leftAlone', string>>

/**
 * Says that a worker is there, once a second however often it is said, with what it runs, knows and leaves to others; at
 * once, whether it has its lock.
 */
export function beatSql({ name, running, loops, hasLock, leftAlone }: BeatTerms): string {
  return `UPDATE worker SET seen_at = ${timeSql}, running = ${running}, loops = ${loops}, has_lock = ${hasLock}::boolean,
      left_alone = ${leftAlone}::jsonb
    WHERE name = ${name} AND (seen_at <= ${timeSql} - ${beatMs} OR has_lock <> ${hasLock}::boolean)`
}

export const liveWorkersSql = `
  SELECT count(*)::integer FROM worker w WHERE NOT w.is_draining AND w.seen_at > ${timeSql} - ${awayMs}`

/**
 * Other workers that hold no lock, of those that were there a moment ago. One that lost its connection, and not its life,
 * says that it has none; one that was killed says nothing any more.
 */
export function lockMissingSql(name: string): string {
  return `SELECT w.name FROM worker w
    WHERE w.name <> ${name} AND w.has_lock AND w.seen_at > ${timeSql} - ${silentMs} AND w.number::bigint NOT IN (
      SELECT l.objid::bigint FROM pg_locks l
      WHERE l.locktype = 'advisory' AND l.classid = ${livenessLock} AND l.objsubid = 2 AND l.granted
        AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database()))`
}

export class WorkerRow {
  readonly #options: WorkerOptions
  readonly #number = randomInt(1, largestNumber)
  #held = 0
  #client: pg.Client | undefined
  #stopHolding: (() => void) | undefined

  constructor(options: WorkerOptions) {
    this.#options = options
  }

  /** The connection whose lock tells that this worker lives; undefined while there is none. */
  get connection(): pg.Client | undefined {
    return this.#client
  }

  /** Notes this worker, and forgets those that were not there for a day. May be done again. */
  async register(loops: readonly string[]): Promise<void> {
    const { database, name, version, concurrency } = this.#options
    await database.rows(`DELETE FROM worker WHERE seen_at < ${timeSql} - ${dayMs}`)
    const values = [name, this.#number, version, loops, concurrency, this.#client !== undefined]
    const [row] = await database.rows<{ number: number }>(registerSql, values)
    this.#hold(row?.number ?? this.#number)
  }

  /** Takes no more sessions: others need not leave any to it. */
  async drain(): Promise<void> {
    await this.#options.database.rows('UPDATE worker SET is_draining = true WHERE name = $1', [this.#options.name])
  }

  async leave(): Promise<void> {
    this.#stopHolding?.()
    this.#stopHolding = undefined
    await this.#client?.query('SELECT pg_advisory_unlock_shared($1, $2)', [livenessLock, this.#held]).catch(() => {})
    this.#client = undefined
    await this.#options.database.rows('DELETE FROM worker WHERE name = $1', [this.#options.name])
  }

  /** A lock that may be held twice: the one of a connection that broke may not be gone yet when the next one takes it. */
  #hold(number: number): void {
    this.#held = number
    this.#stopHolding ??= this.#options.listener.onBack(async (client) => {
      await client.query('SELECT pg_advisory_lock_shared($1, $2)', [livenessLock, number])
      // Not before it is held.
      await client.query('UPDATE worker SET has_lock = true WHERE name = $1', [this.#options.name])
      client.once('end', () => {
        if (this.#client !== client) return
        this.#client = undefined
        this.#options.onLost()
      })
      this.#client = client
    })
  }
}
