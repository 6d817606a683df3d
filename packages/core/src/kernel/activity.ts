/**
 * Whether a session is doing anything.
 *
 * A branch that is paused or waits for a person is *blocked*. When nothing is in flight any more and
 * something is blocked, the session is idle: its clock stops, and it can be let go.
 */
import type { Attempt } from './attempt.ts'

export type BlockReason = 'paused' | 'waiting'

type Block = { readonly reason: BlockReason; readonly resume: () => void }

export class Activity {
  /** Steps whose effect has begun or is about to. */
  readonly inFlight = new Set<Attempt>()
  /** How often there was something to look at again. */
  changes = 0
  /** How many of them are not blocked. */
  #working = 0
  readonly #blocks = new Set<Block>()
  readonly #now: () => number
  readonly #onIdle: (reason: BlockReason) => void
  #activeMs: number
  #since: number | undefined

  constructor(options: {
    readonly now: () => number
    readonly activeMs: number
    readonly onIdle: (reason: BlockReason) => void
  }) {
    this.#now = options.now
    this.#activeMs = options.activeMs
    this.#onIdle = options.onIdle
    this.#since = options.now()
  }

  /** Time spent working, in ms, of all runs of the session. */
  activeMs(): number {
    return this.#activeMs + (this.#since === undefined ? 0 : this.#now() - this.#since)
  }

  get isIdle(): boolean {
    return this.#since === undefined
  }

  /** What runs ahead of the loop keeps nobody from pausing or waiting. */
  enter(attempt: Attempt): void {
    this.inFlight.add(attempt)
    if (!attempt.scope.ahead) this.#working += 1
  }

  leave(attempt: Attempt): void {
    this.inFlight.delete(attempt)
    if (!attempt.scope.ahead) this.#working -= 1
    if (this.#blocks.size > 0) this.#checkSoon()
  }

  /**
   * Waits until `unblock`. Meanwhile the waiting step and those around it, so many, do not count as in flight.
   * Whoever awaits something between its look and the wait gives the `changes` it has `seen`: had there been
   * another since, it would wait for one that has been.
   */
  async block(reason: BlockReason, steps: number, seen: number = this.changes): Promise<void> {
    if (seen !== this.changes) return
    this.#working -= steps
    await new Promise<void>((resume) => {
      this.#blocks.add({ reason, resume })
      this.#checkSoon()
    })
    this.#working += steps
  }

  /**
   * Waits for what others do. Meanwhile the waiting step and those around it do not count as in flight: if those others
   * wait for a person, so does all of it.
   */
  async standBy(others: Promise<void>, steps: number): Promise<void> {
    this.#working -= steps
    if (this.#blocks.size > 0) this.#checkSoon()
    await others
    this.#working += steps
  }

  /** Lets everything that is blocked look again whether it may go on. */
  unblock(): void {
    this.changes += 1
    if (this.#since === undefined) this.#since = this.#now()
    const blocks = [...this.#blocks]
    this.#blocks.clear()
    for (const block of blocks) block.resume()
  }

  /** The loop goes on in microtasks after a step: only the next tick shows whether it is stuck or on its way. */
  #checkSoon(): void {
    setImmediate(() => {
      if (this.#working > 0 || this.#blocks.size === 0 || this.#since === undefined) return
      this.#activeMs += this.#now() - this.#since
      this.#since = undefined
      const waiting = [...this.#blocks].some((block) => block.reason === 'waiting')
      this.#onIdle(waiting ? 'waiting' : 'paused')
    })
  }
}
