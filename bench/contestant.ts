/** One side of a comparison, in a process of its own. */
import type { Workload } from './scripted-task.ts'

export type Contestant = {
  /** Runs the task in memory. Left out by one that only runs with a store. */
  run?(workload: Workload): Promise<unknown>
  /** The same, with every step kept: ways to do so, by name. */
  readonly durable?: Readonly<Record<string, (place: Place) => Durable | Promise<Durable>>>
}

/** Where a durable run keeps what it did: a folder for files, an empty database of a PostgreSQL server. */
export type Place = { readonly folder: string; readonly url: string }

export type Durable = {
  run(workload: Workload): Promise<unknown>
  close(): Promise<void>
}
