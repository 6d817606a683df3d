/** The end of a fetch from outside: its time is up, the caller gives up, or nobody reads on. */
import { type Clock, systemClock } from '@gyre/core'

export type DeadlineOptions = {
  readonly timeoutMs: number
  /** What is thrown when the time is up. */
  readonly tooLate: () => Error
  /** The caller's own. */
  readonly outer: AbortSignal | undefined
  readonly clock?: Clock
}

export class Deadline {
  readonly #controller = new AbortController()
  readonly #options: DeadlineOptions
  readonly #clock: Clock
  readonly #follow = () => this.cut(this.#options.outer?.reason)
  #leftMs: number
  #runsSince = 0
  #stopTimer: (() => void) | undefined
  #isOver = false

  constructor(options: DeadlineOptions) {
    const { timeoutMs, outer, clock = systemClock } = options
    outer?.throwIfAborted()
    this.#options = options
    this.#clock = clock
    this.#leftMs = timeoutMs
    outer?.addEventListener('abort', this.#follow, { once: true })
    this.resume()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** The time stands still until `resume`; the caller can still give up. */
  pause(): void {
    if (!this.#stopTimer) return
    this.#stopTimer()
    this.#stopTimer = undefined
    this.#leftMs = Math.max(0, this.#leftMs - Math.max(0, this.#clock.now() - this.#runsSince))
  }

  resume(): void {
    if (this.#isOver || this.#stopTimer) return
    this.#runsSince = this.#clock.now()
    // The connection keeps the process alive as long as there is one.
    this.#stopTimer = this.#clock.after(this.#leftMs, () => this.cut(this.#options.tooLate()))
  }

  /** Destroys the connection; whoever waits gets the reason. */
  cut(reason: unknown): void {
    this.end()
    this.#controller.abort(reason)
  }

  /** Nothing more can be cut. */
  end(): void {
    this.#isOver = true
    this.pause()
    this.#options.outer?.removeEventListener('abort', this.#follow)
  }
}
