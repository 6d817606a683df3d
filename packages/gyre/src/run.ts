import type { Loop, Runtime, SessionEnd, StartOptions, Store, TaskInput } from '@gyre/core'
import { open } from './open.ts'

export type RunOptions = StartOptions & {
  /** Durable when given; it stays open. In memory, and forgotten when it has ended, when left out. */
  readonly store?: Store
}

/** What runs without a store shares one: making one costs more than a short session. */
let inMemory: Runtime | undefined

/** Runs a loop on a goal to its end. */
export async function run(loop: Loop, task: TaskInput, options: RunOptions): Promise<SessionEnd> {
  const { store, ...start } = options
  return store ? runIn(store, loop, task, start) : runInMemory(loop, task, start)
}

async function runIn(store: Store, loop: Loop, task: TaskInput, start: StartOptions): Promise<SessionEnd> {
  const runtime = open({ store })
  try {
    const session = await runtime.start(loop, task, start)
    return await session.outcome
  } finally {
    await runtime.close({ keepStore: true })
  }
}

async function runInMemory(loop: Loop, task: TaskInput, start: StartOptions): Promise<SessionEnd> {
  inMemory ??= open()
  const session = await inMemory.start(loop, task, start)
  const end = await session.outcome
  await inMemory.store.sessions.remove([session.id])
  return end
}
