import type { Clock } from '../ports/clock.ts'
import type { Dispatcher, DispatchWorker } from '../ports/dispatcher.ts'

export type InProcessOptions = {
  readonly clock: Clock
  /** How many sessions run at once; as many as are offered when left out. */
  readonly concurrency?: number
}

/** Hands sessions to this very process. */
export function inProcessDispatcher({ clock, concurrency = Number.POSITIVE_INFINITY }: InProcessOptions): Dispatcher {
  const workers = new Set<DispatchWorker>()
  /** Sessions that wait for room. Offered again meanwhile, they wait once. */
  const waiting = new Set<string>()
  let running = 0
  const handOut = async (session: string): Promise<void> => {
    const [worker] = workers
    if (!worker) return
    running += 1
    try {
      await (await worker.run(session))?.over
    } catch {
      // The worker has told whoever waits for it.
    } finally {
      running -= 1
      begin()
    }
  }
  const begin = (): void => {
    for (const session of waiting) {
      if (running >= concurrency) return
      waiting.delete(session)
      void handOut(session)
    }
  }
  const offer = (session: string): void => {
    waiting.add(session)
    setImmediate(begin)
  }
  return {
    isShared: false,
    async offer(session, waits) {
      const delay = (waits?.notBefore ?? 0) - clock.now()
      if (delay > 0) clock.after(delay, () => offer(session))
      else offer(session)
    },
    work(worker) {
      workers.add(worker)
      return async () => {
        workers.delete(worker)
      }
    },
  }
}
