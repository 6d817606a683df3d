/** What queries do to sessions that run in the same process: how often the loop turns, and how long others wait. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { onFile } from './gyre.ts'
import type { Workload } from './scripted-task.ts'

const workload: Workload = { iterations: 20, width: 1, toolMs: 0 }

export type Turns = {
  /** Iterations of the tool loop a second. */
  readonly rate: number
  readonly queries: number
  /** Of the event loop, in milliseconds. */
  readonly p99: number
  readonly max: number
}

/** A tool loop on disk, session after session, while queries follow one another; without queries when none are given. */
export async function turnsBeside(
  file: string,
  forMs: number,
  query?: (nth: number) => Promise<unknown>,
): Promise<Turns> {
  const sessions = onFile(file, 'NORMAL')
  for (let warm = 0; warm < 20; warm++) await sessions.run(workload)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const started = performance.now()
  const isOver = () => performance.now() - started > forMs
  let queries = 0
  let runs = 0
  const asking = async () => {
    while (query && !isOver()) await query(queries++)
  }
  const looping = async () => {
    for (; !isOver(); runs++) await sessions.run(workload)
  }
  delay.enable()
  await Promise.all([asking(), looping()])
  delay.disable()
  const seconds = (performance.now() - started) / 1000
  await sessions.close()
  const rate = (runs * workload.iterations) / seconds
  return { rate, queries: queries / seconds, p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 }
}
