/** Room for sessions: a slot is taken before a session is asked for, and free again when it is no longer run here. */
export class Slots {
  readonly #most: number
  readonly #onFree: () => void
  #taken = 0
  readonly #next: (() => void)[] = []

  constructor(most: number, onFree: () => void) {
    this.#most = most
    this.#onFree = onFree
  }

  get free(): number {
    return this.#most - this.#taken
  }

  get taken(): number {
    return this.#taken
  }

  /** Takes as many as are free, `wanted` at most; answers with how many. */
  take(wanted: number): number {
    const had = Math.min(wanted, this.free)
    this.#taken += had
    return had
  }

  /** Takes the next one that is given back, before anybody else does. */
  next(): Promise<void> {
    return new Promise((resolve) => this.#next.push(resolve))
  }

  give(count = 1): void {
    const passedOn = this.#next.splice(0, count)
    for (const have of passedOn) have()
    if (count === passedOn.length) return
    this.#taken -= count - passedOn.length
    this.#onFree()
  }
}
