/** When a server that failed is tried again: at once after a first slip, then later and later. */
import type { Clock } from '@gyre/core'
import { unlessAborted } from './unless-aborted.ts'

const firstMs = 1000
const longestMs = 60_000

export class Backoff {
  readonly #clock: Clock
  #failures = 0
  #until = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  failed(): void {
    this.#failures += 1
    this.#until = this.#clock.now() + Math.min(longestMs, firstMs * 2 ** (this.#failures - 1))
  }

  worked(): void {
    this.#failures = 0
    this.#until = 0
  }

  get waitMs(): number {
    return Math.max(0, this.#until - this.#clock.now())
  }

  /** Until it may be tried again, or the signal aborts. */
  async pause(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = this.#clock.after(this.waitMs, resolve, { keepsAlive: true })
    await unlessAborted(promise, signal).catch(() => {})
    cancel()
  }
}
