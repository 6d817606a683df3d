/** Who works on the sessions of a database now, and how many there are to work on. */
import type { Statements } from '../database.ts'
import { timeSql } from '../server-time.ts'
import { awayMs } from './workers.ts'

/** A worker that was there a moment ago. */
export type FleetWorker = {
  readonly name: string
  /** Of the program. */
  readonly version: string
  /** The loops it knows, as `name@version`. */
  readonly loops: readonly string[]
  readonly concurrency: number
  readonly running: number
  /** Whether it takes no more. */
  readonly isDraining: boolean
  /** Sessions that it leaves to others, some of them, with what it lacks to run them. */
  readonly leftAlone: Readonly<Record<string, string>>
}

/** Who works on the sessions of a database, and how many there are. */
export type Fleet = {
  readonly workers: readonly FleetWorker[]
  /** Those that have not ended: `queued` ones wait for a worker, `later` ones for their time, `parked` ones for a person. */
  readonly sessions: Readonly<Record<'queued' | 'later' | 'running' | 'parked', number>>
  /** Those that wait for a worker, by what they need. */
  readonly queued: readonly QueuedLoop[]
  /** How long the one that waits longest for a worker has waited, as far as is known. */
  readonly longestWaitMs: number
}

/** How many sessions of a loop wait, and how long the oldest has. */
export type QueuedLoop = {
  readonly loop: string
  readonly loopVersion: number
  readonly sessions: number
  readonly longestWaitMs: number
}

const workersSql = `
  SELECT name, version, loops, concurrency, running, is_draining AS "isDraining", left_alone AS "leftAlone"
  FROM worker WHERE seen_at > ${timeSql} - ${awayMs} ORDER BY name`

const sessionsSql = `
  SELECT count(*) FILTER (WHERE state = 'queued') AS later,
    count(*) FILTER (WHERE state = 'running') AS running,
    count(*) FILTER (WHERE state = 'parked') AS parked
  FROM session WHERE state IN ('running', 'parked') OR (state = 'queued' AND not_before > ${timeSql})`

/**
 * Since when one waits is told by its bell; without one, by its making, if it was not begun. Of one that goes on, and was
 * heard of by somebody who could not take it, nobody knows.
 */
const queuedSql = `
  SELECT loop, loop_version AS "loopVersion", count(*) AS sessions,
    greatest(0, ${timeSql} - coalesce(min(coalesce(offered_at, not_before, CASE WHEN token = 0 THEN created_at END)),
      ${timeSql})) AS "longestWaitMs"
  FROM session WHERE state = 'queued' AND (not_before IS NULL OR not_before <= ${timeSql})
  GROUP BY loop, loop_version ORDER BY loop, loop_version`

type Counted = Omit<Fleet['sessions'], 'queued'>

/** Asked over the database of a store; no dispatcher is needed. */
export async function fleetOf(statements: Statements): Promise<Fleet> {
  const workers = await statements.rows<FleetWorker>(workersSql)
  const queued = await statements.rows<QueuedLoop>(queuedSql)
  const [counted] = await statements.rows<Counted>(sessionsSql)
  const { later = 0, running = 0, parked = 0 } = counted ?? {}
  const waiting = queued.reduce((sum, { sessions }) => sum + sessions, 0)
  const longestWaitMs = Math.max(0, ...queued.map((each) => each.longestWaitMs))
  return { workers, sessions: { queued: waiting, later, running, parked }, queued, longestWaitMs }
}
