/** Those who want something of one host: some at once, the others in the order in which they came. */
import type { Clock } from '@gyre/core'

export type Turn = {
  /** How long after the last request began this one may begin. */
  readonly gapMs: number
  /** Who gives up leaves the queue. */
  readonly signal: AbortSignal
}

type Waiter = { readonly gapMs: number; readonly start: () => void }

/** One slow page does not keep the next one waiting, and a host has less to do than for any browser. */
const mostAtOnce = 2

export class HostQueue {
  readonly #clock: Clock
  readonly #waiting = new Set<Waiter>()
  #running = 0
  #lastStart = Number.NEGATIVE_INFINITY
  #stopTimer: (() => void) | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get isIdle(): boolean {
    return this.#running === 0 && this.#waiting.size === 0
  }

  /** Resolves when the request may begin, with what is called once when it is over. */
  async take({ gapMs, signal }: Turn): Promise<() => void> {
    signal.throwIfAborted()
    const { promise, resolve: start, reject } = Promise.withResolvers<void>()
    const waiter = { gapMs, start }
    const giveUp = () => {
      this.#waiting.delete(waiter)
      reject(signal.reason)
      this.#serve()
    }
    signal.addEventListener('abort', giveUp, { once: true })
    this.#waiting.add(waiter)
    this.#serve()
    try {
      await promise
    } finally {
      signal.removeEventListener('abort', giveUp)
    }
    return () => {
      this.#running--
      this.#serve()
    }
  }

  /** Nobody is let through before the one at the head, who may have the longest gap. */
  #serve(): void {
    this.#stopTimer?.()
    this.#stopTimer = undefined
    const now = this.#clock.now()
    // The clock of a machine may be set back: that is no reason to wait for hours.
    this.#lastStart = Math.min(this.#lastStart, now)
    for (const waiter of this.#waiting) {
      if (this.#running >= mostAtOnce) return
      const waitMs = this.#lastStart + waiter.gapMs - now
      if (waitMs > 0) {
        // A command that waits for its last page has nothing else to stay alive for.
        this.#stopTimer = this.#clock.after(waitMs, () => this.#serve(), { keepsAlive: true })
        return
      }
      this.#waiting.delete(waiter)
      this.#running++
      this.#lastStart = now
      waiter.start()
    }
  }
}
