import type { Dispatcher } from '../ports/dispatcher.ts'

/** Hands sessions to this very process. */
export function inProcessDispatcher(): Dispatcher {
  const handlers = new Set<(session: string) => Promise<void>>()
  return {
    async offer(session) {
      const [handle] = handlers
      if (handle) setImmediate(() => void handle(session))
    },
    work(handle) {
      handlers.add(handle)
      return () => handlers.delete(handle)
    },
  }
}
