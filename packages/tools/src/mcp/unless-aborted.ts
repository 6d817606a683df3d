/** Waiting for work that nobody may want any more. */

/** Fails when the signal aborts first. Nothing stays on the signal, which may live much longer than the work. */
export function unlessAborted<T>(
  work: Promise<T>,
  signal: AbortSignal,
  why: () => unknown = () => signal.reason,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(why())
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  })
}
