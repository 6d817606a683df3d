/**
 * A few pieces of work at once, the others after them, in their order.
 *
 * Whoever reads in thousands of documents at once would have every connection to the server, and sessions would wait
 * for theirs until they give up.
 */
export class FewAtOnce {
  readonly #waiting: (() => void)[] = []
  #free: number

  constructor(most: number) {
    this.#free = most
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free++
    }
  }
}
