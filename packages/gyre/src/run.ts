import {
  GyreError,
  type Json,
  type Loop,
  type Runtime,
  type Session,
  type SessionEnd,
  type StartOptions,
  type Store,
  type TaskInput,
} from '@gyre/core'
import { open } from './open.ts'

/** What one session is run with. */
export type RunOptions = StartOptions & {
  /** Durable when given; it stays open. In memory, and forgotten when it has ended, when left out. */
  readonly store?: Store
}

/** What runs without a store shares one: making one costs more than a short session. */
let inMemory: Runtime | undefined

/** Runs a loop on a goal to its end. With a zod schema as `output` of the task the answer has its type. */
export async function run<A = Json>(loop: Loop, task: TaskInput<A>, options: RunOptions = {}): Promise<SessionEnd<A>> {
  const { store, ...start } = options
  return store ? runIn(store, loop, task, start) : runInMemory(loop, task, start)
}

async function runIn<A>(store: Store, loop: Loop, task: TaskInput<A>, start: StartOptions): Promise<SessionEnd<A>> {
  const runtime = open({ store })
  try {
    return await endOf(await runtime.start(loop, task, start))
  } finally {
    await runtime.close({ keepStore: true })
  }
}

async function runInMemory<A>(loop: Loop, task: TaskInput<A>, start: StartOptions): Promise<SessionEnd<A>> {
  inMemory ??= open()
  const session = await inMemory.start(loop, task, start)
  try {
    return await endOf(session)
  } catch (error) {
    await session.abort()
    await session.outcome
    throw error
  } finally {
    await inMemory.store.sessions.remove([session.id])
  }
}

/** Nobody holds the session but us: one that waits for a person would wait for ever. */
async function endOf<A>(session: Session<A>): Promise<SessionEnd<A>> {
  // Asked for before it is there: later it would be read from the store.
  const { outcome } = session
  outcome.catch(() => {})
  const idle = await session.idle()
  if (idle === 'ended') return outcome
  throw new GyreError('person-needed', `Session \`${session.id}\` is ${idle}, and \`run\` has nobody to ask.`, {
    session: session.id,
  })
}
