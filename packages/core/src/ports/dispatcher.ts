/** Hands sessions to workers. In one process by default; over a queue on many machines. */
import type { DispatchTerms } from './store.ts'

/** Hands sessions that nobody runs to workers. */
export type Dispatcher = {
  /**
   * Whether others may run what is begun here: then sessions are begun by being queued and offered. Otherwise they are
   * run where they are begun.
   */
  readonly isShared: boolean
  /**
   * Somebody should go on with this session soon, or when its time has come. It is queued in the store by now: one that
   * is shared does not fail where it can tell nobody, for whoever looks there finds it.
   */
  offer(session: string, waits?: Offer): Promise<void>
  /**
   * Hands out sessions that were offered, and, where it is shared, those whose worker is gone; the function returned
   * ends it, and resolves when no more will be handed out.
   */
  work(worker: DispatchWorker): () => Promise<void>
}

/** How a session waits. One that was begun goes on before those of its priority that were not. */
export type Offer = DispatchTerms & { readonly hasBegun?: boolean }

/** Whoever runs sessions. */
export type DispatchWorker = {
  /** The loops it knows, as `name@version`. */
  readonly loops: () => readonly string[]
  /**
   * Goes on with a session. Answers when it is run here, with when it no longer is; with undefined when it cannot be
   * had. Fails when it can never be run here.
   */
  run(session: string): Promise<Stay | undefined>
  /**
   * Has a session that nobody runs, and whose worker died so often at the same place, wait for a person, and tells in its
   * journal why. It goes on when somebody resumes it.
   */
  setAside(session: string, deaths: number): Promise<void>
}

/** A session that is run here. */
export type Stay = {
  /** Resolves, never fails, when it has ended, was suspended or was lost. */
  readonly over: Promise<void>
}
