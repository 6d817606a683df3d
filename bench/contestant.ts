/** One side of a comparison, in a process of its own. */
import type { Workload } from './scripted-task.ts'

export type Contestant = {
  /** Runs the task in memory. */
  run(workload: Workload): Promise<unknown>
  /** The same, durable in a file. */
  durable?(file: string, synchronous: 'FULL' | 'NORMAL'): Durable
}

export type Durable = {
  run(workload: Workload): Promise<unknown>
  close(): Promise<void>
}
