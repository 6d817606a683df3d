/** How many workers, and how much of PostgreSQL, so many sessions a day need at the busiest time of the day. */
import {
  demandOf,
  firstLimit,
  type Limit,
  type Resource,
  type Setting,
  workersNeeded,
  workersOfShard,
} from './demand.ts'
import { type Fleet, usualFleet } from './fleet.ts'
import { type Measured, measured } from './measured.ts'
import { Shard } from './shard.ts'
import type { Waits } from './waits.ts'
import { dayMs, meanSteps, usualWorkload, type Workload } from './workload.ts'

/** The loads to look at, and what is different from the usual work, costs and machines. */
export type CapacityOptions = {
  /** The loads to look at, in sessions a day. */
  readonly sessionsPerDay?: readonly number[]
  /** What is left out of these is as usual. */
  readonly workload?: Partial<Workload>
  readonly measured?: Partial<Measured>
  readonly fleet?: Partial<Fleet>
  /** How long is simulated, with the peak in the middle. */
  readonly minutes?: number
  readonly seed?: number
}

export type Quantiles = { readonly p50: number; readonly p95: number }

/** One load. Shares, waits and sessions are those of the busiest time, and of the busiest shard. */
export type CapacityRow = {
  readonly sessionsPerDay: number
  readonly workers: number
  readonly shards: number
  readonly stepsPerSecond: { readonly mean: number; readonly peak: number }
  /** Sessions in slots, over all shards as if all were as busy. */
  readonly running: number
  readonly utilisation: Readonly<Record<Resource, number>>
  /** From being offered until a worker has the session. */
  readonly queueMs: Quantiles
  /** What a step takes beyond its model. */
  readonly stepMs: Quantiles
  /** Sessions that were waiting for a slot in the end. */
  readonly waiting: number
  readonly megabytesPerDay: number
  /** For each hour that a session is run. */
  readonly megabytesPerSessionHour: number
  readonly first: Limit
  readonly events: number
}

const usualLoads: readonly number[] = [10_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_000_000]

/** Sessions that run when it begins are not there yet: so long until they are. */
const settlingMs = 300_000

/** What each load needs and how long sessions wait in it, by simulation; the same seed gives the same. */
export function simulateCapacity(options: CapacityOptions = {}): readonly CapacityRow[] {
  const { sessionsPerDay = usualLoads, minutes = 60, seed = 1 } = options
  const setting: Setting = {
    workload: { ...usualWorkload, ...options.workload },
    measured: { ...measured, ...options.measured },
    fleet: { ...usualFleet, ...options.fleet },
  }
  return sessionsPerDay.map((load) => simulateLoad(load, setting, { halfMs: minutes * 30_000, seed }))
}

function simulateLoad(
  sessionsPerDay: number,
  setting: Setting,
  { halfMs, seed }: { readonly halfMs: number; readonly seed: number },
): CapacityRow {
  const { fleet, workload, measured } = setting
  const workers = fleet.workers ?? workersNeeded(sessionsPerDay, setting)
  const shard = new Shard(setting, workersOfShard(workers, fleet), seed)
  shard.begin(sessionsPerDay, -halfMs - settlingMs)
  shard.runUntil(-halfMs)
  shard.countFrom(-halfMs)
  shard.runUntil(halfMs)
  const steps = meanSteps(workload)
  const bytes = steps * measured.bytesPerStep
  const running = sum(shard.workers.map((worker) => worker.meanRunning(halfMs)))
  return {
    sessionsPerDay,
    workers,
    shards: fleet.shards,
    stepsPerSecond: {
      mean: (sessionsPerDay * steps * 1000) / dayMs,
      // One shard was simulated, the busiest.
      peak: (shard.stepWaits.count / (2 * halfMs)) * 1000 * (fleet.shards / fleet.skew),
    },
    running: running * fleet.shards,
    utilisation: {
      slots: running / (shard.workers.length * fleet.concurrency),
      cpu: sum(shard.workers.map(({ cpu }) => cpu.utilisation(halfMs))) / shard.workers.length,
      postgres: shard.postgres.utilisation(halfMs),
      notify: shard.notify.utilisation(halfMs),
    },
    queueMs: quantilesOf(shard.queueWaits),
    stepMs: quantilesOf(shard.stepWaits),
    waiting: shard.waiting,
    megabytesPerDay: (sessionsPerDay * bytes) / 1e6,
    megabytesPerSessionHour: (bytes / 1e6) * (3_600_000 / demandOf(setting).stayMs),
    first: firstLimit(setting),
    events: shard.happened,
  }
}

function quantilesOf(waits: Waits): Quantiles {
  return { p50: waits.quantile(0.5), p95: waits.quantile(0.95) }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0)
}
