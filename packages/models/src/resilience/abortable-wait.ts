/** A wait that ends at once when a call is aborted. */
import type { Clock } from '@gyre/core'

/** Resolves after so many milliseconds; rejects with the signal's reason as soon as it aborts. */
export function abortableWait(clock: Pick<Clock, 'after'>, ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  if (signal.aborted) {
    reject(signal.reason)
    return promise
  }
  // A session waits for this: its process must not end meanwhile.
  const takeBack = clock.after(ms, done, { keepsAlive: true })
  signal.addEventListener('abort', stop, { once: true })
  return promise

  function done(): void {
    signal.removeEventListener('abort', stop)
    resolve()
  }

  function stop(): void {
    takeBack()
    reject(signal.reason)
  }
}
