/** Places for calls of one tool that run at the same time. Whoever finds none waits for one, but not for ever. */
import type { Clock } from '@gyre/core'
import type { BulkheadPolicy } from 'cockatiel'
import { onAbort } from './on-abort.ts'

type Caller = {
  /** That of the session. */
  readonly signal: AbortSignal
  /** The same call, and no other, whatever process it is in. */
  readonly idempotencyKey: string
}

/** Why a call did not come to its place. */
export type NoPlace = 'aborted' | 'busy'

type Work<T> = () => Promise<T> | T

export class Places {
  readonly #capacity: number
  readonly #clock: Clock
  /** A session that was parked makes the same call again, while the first one may not have come back. */
  readonly #holders = new Set<{ readonly key: string }>()
  #bulkhead: BulkheadPolicy | undefined

  constructor(capacity: number, clock: Clock) {
    this.#capacity = capacity
    this.#clock = clock
  }

  /**
   * Does the work, which never fails by itself, when there is a place for it: at once when there is and the library
   * is loaded. What became of it instead when the session is aborted before, or no place is free for so long.
   */
  hold<T>(caller: Caller, waitMs: number, work: Work<T>): Promise<T | NoPlace> | T | NoPlace {
    const bulkhead = this.#bulkhead
    if (!bulkhead) return this.#load().then(() => this.hold(caller, waitMs, work))
    if (caller.signal.aborted) return 'aborted'
    // Whoever it is called by has a place already, and would wait for it for ever.
    if (this.#isInside(caller)) return work()
    if (bulkhead.executionSlots === 0) return this.#wait(bulkhead, caller, waitMs, work)
    const { doing, isLeft } = this.#begin(caller, work)
    if (isLeft) void bulkhead.execute(() => isLeft)
    return doing
  }

  /** Two tools that call each other would wait for each other. */
  #wait<T>(bulkhead: BulkheadPolicy, caller: Caller, waitMs: number, work: Work<T>): Promise<T | NoPlace> {
    const { promise, resolve } = Promise.withResolvers<T | NoPlace>()
    let isWaiting = true
    const end = (result: Promise<T> | T | NoPlace) => {
      isWaiting = false
      cancel()
      forget()
      resolve(result)
    }
    const cancel = this.#clock.after(waitMs, () => end('busy'), { keepsAlive: true })
    const forget = onAbort(caller.signal, () => end('aborted'))
    void bulkhead.execute(() => {
      if (!isWaiting) return undefined
      const { doing, isLeft } = this.#begin(caller, work)
      end(doing)
      return isLeft
    })
    return promise
  }

  /** `isLeft` resolves when the place is free again: the work is done, or its session is aborted, whatever it does then. */
  #begin<T>({ signal, idempotencyKey }: Caller, work: Work<T>) {
    const holder = { key: idempotencyKey }
    // Known before the work begins: it may make calls at once.
    this.#holders.add(holder)
    const doing = work()
    if (!(doing instanceof Promise)) {
      this.#holders.delete(holder)
      return { doing }
    }
    const { promise: isLeft, resolve } = Promise.withResolvers<void>()
    const leave = () => {
      forget()
      this.#holders.delete(holder)
      resolve()
    }
    const forget = onAbort(signal, leave)
    doing.then(leave, leave)
    return { doing, isLeft }
  }

  #isInside({ idempotencyKey }: Caller): boolean {
    for (const { key } of this.#holders) if (idempotencyKey.startsWith(`${key}/`)) return true
    return false
  }

  async #load(): Promise<void> {
    const { bulkhead } = await import('cockatiel')
    this.#bulkhead ??= bulkhead(this.#capacity, Number.POSITIVE_INFINITY)
  }
}
