/** Places for calls of one tool that run at the same time. Whoever finds none waits for one. */
import type { BulkheadPolicy } from 'cockatiel'
import { loadLibrary } from '../library.ts'

type Caller = {
  readonly signal: AbortSignal
  /** The same call, and no other, whatever process it is in. */
  readonly idempotencyKey: string
}

export class Places {
  readonly #capacity: number
  readonly #callers = new Set<string>()
  #bulkhead: BulkheadPolicy | undefined

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /**
   * Does the work, which never fails by itself, when there is a place for it: at once when there is and the library
   * is loaded. Rejects when it is aborted before.
   */
  hold<T>(caller: Caller, work: () => Promise<T> | T): Promise<T> | T {
    const bulkhead = this.#bulkhead
    if (!bulkhead) return this.#load().then(() => this.hold(caller, work))
    // Whoever it is called by has a place already, and would wait for it for ever.
    if (this.#isInside(caller)) return work()
    if (bulkhead.executionSlots === 0) return bulkhead.execute(() => this.#noted(caller, work), caller.signal)
    const doing = this.#noted(caller, work)
    return doing instanceof Promise ? bulkhead.execute(() => doing) : doing
  }

  /** Known before the work begins: it may make calls at once. */
  #noted<T>({ idempotencyKey }: Caller, work: () => Promise<T> | T): Promise<T> | T {
    this.#callers.add(idempotencyKey)
    const doing = work()
    if (doing instanceof Promise) return doing.finally(() => this.#callers.delete(idempotencyKey))
    this.#callers.delete(idempotencyKey)
    return doing
  }

  #isInside({ idempotencyKey }: Caller): boolean {
    for (const caller of this.#callers) if (idempotencyKey.startsWith(`${caller}/`)) return true
    return false
  }

  async #load(): Promise<void> {
    const { bulkhead } = await loadLibrary('cockatiel', () => import('cockatiel'))
    this.#bulkhead ??= bulkhead(this.#capacity, Number.POSITIVE_INFINITY)
  }
}
