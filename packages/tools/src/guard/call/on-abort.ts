/** Waiting for a signal, without staying with it when the wait is over. */

/** Calls back when the signal is aborted or if it is already, never at once; the function returned takes that back. */
export function onAbort(signal: AbortSignal, call: () => void): () => void {
  if (signal.aborted) queueMicrotask(call)
  else signal.addEventListener('abort', call, { once: true })
  return () => signal.removeEventListener('abort', call)
}
