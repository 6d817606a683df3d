/** What an eval waits for that other processes do. */

/** What another process does with a session that is wanted here: it is about to begin it, or runs it. */
export type WaitFor = 'begin' | 'run'

/** Told of the threads that have to wait for another process, as often as they are looked at. */
export type Waits = {
  readonly began: (thread: string, what: WaitFor) => void
  readonly ended: (thread: string) => void
}

export const noWaits: Waits = { began: () => {}, ended: () => {} }
