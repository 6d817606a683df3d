import type { Loop, SessionEnd, StartOptions, Store, TaskInput } from '@gyre/core'
import { open } from './open.ts'

export type RunOptions = StartOptions & {
  /** Durable when given; it stays open. In memory when left out. */
  readonly store?: Store
}

/** Runs a loop on a goal to its end. */
export async function run(loop: Loop, task: TaskInput, options: RunOptions): Promise<SessionEnd> {
  const { store, ...start } = options
  const runtime = open(store ? { store } : {})
  try {
    const session = await runtime.start(loop, task, start)
    return await session.outcome
  } finally {
    await runtime.close({ keepStore: store !== undefined })
  }
}
