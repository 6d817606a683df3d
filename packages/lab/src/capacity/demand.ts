/** What a session asks of everything it passes, and what follows of it: no queue, no chance. */
import { type Fleet, mostSteps, workerTarget } from './fleet.ts'
import type { Measured } from './measured.ts'
import { dayMs, meanModelMs, meanSteps, type Workload } from './workload.ts'

/** What may have no room left. */
export type Resource = 'slots' | 'cpu' | 'postgres' | 'notify'

export type Setting = { readonly workload: Workload; readonly measured: Measured; readonly fleet: Fleet }

/** Mean times of a session, in ms. */
export type Demand = {
  /** In a slot of a worker, when nothing queues. */
  readonly stayMs: number
  /** On a worker's core. */
  readonly cpuMs: number
  /** On PostgreSQL's cores, but for renewals, when every step and every claim is a statement of its own: at little load. */
  readonly postgresAloneMs: number
  /** The same when it is all but saturated, and steps and claims share statements. */
  readonly postgresTogetherMs: number
  readonly notifyMs: number
}

export function demandOf({ workload, measured, fleet }: Setting): Demand {
  const steps = meanSteps(workload)
  const claims = 1 + workload.parks
  const { statementMs, rowMs, commitMs } = measured
  const stepCpuMs = measured.stepCpuMs + measured.streamCpuMs
  const rowsMs = rowMs * measured.rowsPerStep
  const stepMs = meanModelMs(workload) + stepCpuMs + statementMs + rowsMs + commitMs
  // Half of the steps have been made when a session parks, on average, and are gone over when it is resumed.
  const replayMs = workload.parks * ((steps - 1) / 2) * measured.replayCpuMs
  const postgresMs =
    claims * (measured.offerMs + measured.claimMs) + workload.parks * (2 * statementMs + rowMs) + steps * rowsMs + rowMs
  return {
    stayMs: steps * stepMs + claims * (statementMs + measured.claimMs + commitMs) + replayMs,
    cpuMs: steps * stepCpuMs + replayMs,
    postgresAloneMs: postgresMs + (claims + steps) * statementMs,
    postgresTogetherMs: postgresMs + (claims / fleet.claimBatch + steps / stepsTogether(fleet)) * statementMs,
    notifyMs: claims * measured.notifyMs,
  }
}

/**
 * When slots are full because PostgreSQL is, those beyond the usual ones hold sessions that wait for it: two thirds of them in
 * the batch that is on its way, and a third, half a batch, for the next.
 */
function stepsTogether({ concurrency }: Fleet): number {
  return Math.max(1, Math.min(mostSteps, (concurrency * (1 - workerTarget) * 2) / 3))
}

export function renewEveryMs({ leaseMs }: Fleet): number {
  return leaseMs / 3
}

/** The share of a core of PostgreSQL that renewing one lease takes, with those of a worker in one statement. */
export function renewalShare({ measured, fleet }: Setting, runningOnWorker: number): number {
  return (measured.renewalMs + measured.statementMs / runningOnWorker) / renewEveryMs(fleet)
}

/** Arrivals per ms over a whole day, on the busiest shard. */
export function arrivalsPerMs(sessionsPerDay: number, { shards, skew }: Fleet): number {
  return ((sessionsPerDay / dayMs) * skew) / shards
}

/** Little's law: as many sessions are in slots as arrive while one stays. A core is busy as long as work comes in. */
export function workersNeeded(sessionsPerDay: number, setting: Setting): number {
  const { stayMs, cpuMs } = demandOf(setting)
  const { fleet, workload } = setting
  const peak = arrivalsPerMs(sessionsPerDay, fleet) * workload.peakFactor
  return Math.max(1, Math.ceil((peak * Math.max(stayMs / fleet.concurrency, cpuMs)) / workerTarget)) * fleet.shards
}

/** What is used up first, and at how many sessions a day. */
export type Limit = { readonly resource: Resource; readonly sessionsPerDay: number }

/**
 * What has no room left first when more sessions come, and at how many a day. Workers are added as they are needed, unless
 * their number is stated.
 *
 * Sessions stay longer when PostgreSQL has much to do, so there are more leases to renew, and it has more to do. It
 * is at its limit when that has filled all slots: these are the leases that count.
 */
export function firstLimit(setting: Setting): Limit {
  const { stayMs, cpuMs, postgresTogetherMs, notifyMs } = demandOf(setting)
  const { fleet, workload } = setting
  const limitOf = (resource: Resource, servers: number, ms: number): Limit => ({
    resource,
    sessionsPerDay: Math.max(0, servers) / (arrivalsPerMs(1, fleet) * workload.peakFactor * ms),
  })
  const notify = limitOf('notify', 1, notifyMs)
  const perLease = renewalShare(setting, fleet.concurrency)
  if (fleet.workers === undefined) {
    const renewalsMs = (stayMs / workerTarget) * perLease
    return earlier(notify, limitOf('postgres', fleet.cores, postgresTogetherMs + renewalsMs))
  }
  const workers = workersOfShard(fleet.workers, fleet)
  const slots = workers * fleet.concurrency
  const ofWorkers = earlier(limitOf('slots', slots, stayMs), limitOf('cpu', workers, cpuMs))
  const ofPostgres = limitOf('postgres', fleet.cores - slots * perLease, postgresTogetherMs)
  return earlier(ofWorkers, earlier(notify, ofPostgres))
}

function earlier(one: Limit, other: Limit): Limit {
  return one.sessionsPerDay < other.sessionsPerDay ? one : other
}

/** Each shard has the same number of workers. */
export function workersOfShard(workers: number, { shards }: Fleet): number {
  return Math.max(1, Math.floor(workers / shards))
}
