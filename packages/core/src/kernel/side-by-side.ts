/**
 * Steps side by side in one scope.
 *
 * A scope numbers its steps in the order in which they are called. Several at once are no trouble: they
 * are called in the same order each time. But once one of them has ended, who calls the next is a
 * matter of timing, and a replay may hand it the other's record. Steps called then are marked: should
 * one of them ask for something else on replay, it may have changed places, and is refused.
 */
export class SideBySide {
  /** Everything here is below a marked step. */
  readonly #isBelowMarked: boolean
  #inFlight = 0
  /** Whether the last that began has been the only one since. */
  #isAlone = true
  #areSeveral = false
  /** Of several, one has ended. */
  #isUncertain = false
  /** Replies that hand out their calls as they stream: in their order, whatever the timing. */
  #streaming = 0
  /** The marked steps, by path: few loops have any. */
  #marked: Set<string> | undefined

  constructor(isBelowMarked: boolean) {
    this.#isBelowMarked = isBelowMarked
  }

  /** A path was given out. */
  called(path: string): void {
    if (!this.#isUncertain || this.#streaming > 0) return
    this.#marked ??= new Set()
    this.#marked.add(path)
  }

  /** A step began, or several that end together. False when it need not be told of the end. */
  began(): boolean {
    if (this.#streaming > 0) return false
    this.#isAlone = this.#inFlight === 0
    if (!this.#isAlone) this.#areSeveral = true
    this.#inFlight += 1
    return true
  }

  ended(): void {
    this.#inFlight -= 1
    if (!this.#areSeveral) return
    // One that began and ended alone shows that a single line of steps is left.
    this.#areSeveral = !this.#isAlone
    this.#isUncertain = this.#areSeveral
  }

  replayed(): void {
    if (this.#inFlight === 0 || this.#streaming > 0) return
    this.#areSeveral = true
    this.#isUncertain = true
  }

  /** Steps of one verb that ends when all of them have. */
  async together<T>(work: () => Promise<T>): Promise<T> {
    const isCounted = this.began()
    try {
      return await work()
    } finally {
      if (isCounted) this.ended()
    }
  }

  async whileStreaming<T>(work: () => Promise<T>): Promise<T> {
    this.#streaming += 1
    try {
      return await work()
    } finally {
      this.#streaming -= 1
    }
  }

  isMarked(path: string): boolean {
    if (this.#isBelowMarked || this.#marked?.has(path)) return true
    return this.#marked !== undefined && pathsAbove(path).some((above) => this.#marked?.has(above))
  }
}

/** `map#2[1]/think#1` is below `map#2[1]` and `map#2`. */
function pathsAbove(path: string): readonly string[] {
  return [...path.matchAll(/[/[]/g)].map(({ index }) => path.slice(0, index))
}
