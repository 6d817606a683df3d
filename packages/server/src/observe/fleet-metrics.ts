/** Many processes at work on one store, as metrics: the same from whichever server they are asked of. */
import type { FleetStanding } from '../place.ts'
import type { Metrics } from './metrics.ts'

/** The function returned writes down how the fleet stands; what nobody knows at the moment is told as such. */
export function fleetMetrics(metrics: Metrics): (standing: FleetStanding | undefined) => void {
  const sessions = metrics.gauge(
    'gyre_fleet_sessions',
    'Sessions of the store that have not ended, by where they stand.',
  )
  const workers = metrics.gauge('gyre_fleet_workers', 'Workers, by whether they take sessions or are about to end.')
  const slots = metrics.gauge('gyre_fleet_slots', 'Places for sessions at all workers, by whether they are taken.')
  const wait = metrics.gauge('gyre_fleet_longest_wait_seconds', 'How long a session has waited for a worker, at most.')
  const states = new Set<string>()
  return (standing) => {
    for (const state of Object.keys(standing?.sessions ?? {})) states.add(state)
    for (const state of states) sessions.set({ state }, standing?.sessions[state] ?? Number.NaN)
    const draining = standing?.workers.filter(({ isDraining }) => isDraining).length ?? Number.NaN
    const all = standing?.workers.length ?? Number.NaN
    workers.set({ status: 'working' }, all - draining)
    workers.set({ status: 'ending' }, draining)
    const [taken, places] = [sum(standing, 'running'), sum(standing, 'concurrency')]
    slots.set({ status: 'taken' }, taken)
    slots.set({ status: 'free' }, places - taken)
    wait.set({}, (standing?.longestWaitMs ?? Number.NaN) / 1000)
  }
}

function sum(standing: FleetStanding | undefined, field: 'running' | 'concurrency'): number {
  return standing?.workers.reduce((total, worker) => total + worker[field], 0) ?? Number.NaN
}
