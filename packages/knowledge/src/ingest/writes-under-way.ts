/** Writes that nobody waits for one by one: several at once share a transaction of the store. */

/** More gain nothing, and their texts are in memory. */
const mostAtOnce = 8

export class WritesUnderWay {
  readonly #running = new Set<Promise<void>>()
  #failure: { readonly error: unknown } | undefined

  /** Waits for room. Fails when an earlier write did: nothing more is begun then. */
  async begin(write: () => Promise<void>): Promise<void> {
    while (this.#running.size >= mostAtOnce) await Promise.race(this.#running)
    this.#throwFailure()
    const running = write()
      .catch((error: unknown) => {
        this.#failure ??= { error }
      })
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  /** Waits for all of them; fails with the first failure. */
  async end(): Promise<void> {
    await Promise.all(this.#running)
    this.#throwFailure()
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure.error
  }
}
