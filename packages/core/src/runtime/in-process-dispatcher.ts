import type { Clock } from '../ports/clock.ts'
import type { Dispatcher, DispatchWorker, Offer } from '../ports/dispatcher.ts'
import { rankOf, soon } from './dispatch-terms.ts'

export type InProcessOptions = {
  readonly clock: Clock
  /** How many sessions run at once; as many as are offered when left out. */
  readonly concurrency?: number
}

/** Sessions that wait for room: those of higher rank first, then who came first. */
class Line {
  readonly #byRank = new Map<number, Set<string>>()
  readonly #ranks = new Map<string, number>()

  /** Offered again meanwhile, it waits once, as was said last. */
  add(session: string, waits: Offer): void {
    const rank = rankOf(waits)
    if (this.#ranks.get(session) === rank) return
    this.#leave(session)
    this.#ranks.set(session, rank)
    const equals = this.#byRank.get(rank) ?? new Set()
    this.#byRank.set(rank, equals.add(session))
  }

  next(): string | undefined {
    if (this.#byRank.size === 0) return undefined
    const [session] = this.#byRank.get(Math.max(...this.#byRank.keys())) ?? []
    if (session !== undefined) this.#leave(session)
    return session
  }

  #leave(session: string): void {
    const rank = this.#ranks.get(session)
    if (rank === undefined) return
    this.#ranks.delete(session)
    const equals = this.#byRank.get(rank)
    equals?.delete(session)
    if (equals?.size === 0) this.#byRank.delete(rank)
  }
}

/** Hands sessions to this very process. */
export function inProcessDispatcher({ clock, concurrency = Number.POSITIVE_INFINITY }: InProcessOptions): Dispatcher {
  const workers = new Set<DispatchWorker>()
  const waiting = new Line()
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
    while (running < concurrency) {
      const session = waiting.next()
      if (session === undefined) return
      void handOut(session)
    }
  }
  const offer = (session: string, waits: Offer): void => {
    waiting.add(session, waits)
    setImmediate(begin)
  }
  return {
    isShared: false,
    async offer(session, waits = soon) {
      const delay = (waits.notBefore ?? 0) - clock.now()
      if (delay > 0) clock.after(delay, () => offer(session, waits))
      else offer(session, waits)
    },
    work(worker) {
      workers.add(worker)
      return async () => {
        workers.delete(worker)
      }
    },
  }
}
