/** Gyre on PostgreSQL: the store, and the dispatcher that hands its sessions to workers. */

export type { DeadLetter } from './dispatch/dead-letters.ts'
export {
  type PostgresDispatcher,
  type PostgresDispatcherOptions,
  postgresDispatcher,
} from './dispatch/dispatcher.ts'
export { type Fleet, type FleetWorker, fleetOf, type QueuedLoop } from './dispatch/fleet.ts'
export type { ListedSchedule, OnSchedule, Schedules, SessionSchedule } from './dispatch/schedules.ts'
export { type PostgresStore, type PostgresStoreOptions, postgresStore } from './store.ts'
