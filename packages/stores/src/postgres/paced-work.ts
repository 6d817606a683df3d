/** Work that is wanted again and again: done at once, then no more often than so, and never twice at the same time. */
export class PacedWork {
  readonly #work: () => Promise<void>
  readonly #everyMs: number
  #begunAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined
  #working: Promise<void> | undefined
  #isWanted = false
  #isClosed = false

  /** Work that fails is not told to anybody: it is done again when it is wanted again. */
  constructor(everyMs: number, work: () => Promise<void>) {
    this.#everyMs = everyMs
    this.#work = work
  }

  /** Soon: what comes in this turn of the event loop goes along. */
  want(): void {
    if (this.#isClosed) return
    this.#isWanted = true
    if (this.#timer || this.#working) return
    const waitMs = this.#begunAt + this.#everyMs - performance.now()
    this.#timer = setTimeout(() => this.#begin(), Math.max(0, waitMs))
  }

  /** Does what is still wanted, and nothing after it. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#working
    if (this.#isWanted) this.#begin()
    await this.#working
  }

  #begin(): void {
    this.#timer = undefined
    this.#isWanted = false
    this.#begunAt = performance.now()
    this.#working = this.#work()
      .catch(() => {})
      .finally(() => {
        this.#working = undefined
        if (this.#isWanted) this.want()
      })
  }
}
