/** Who wants to hear that a session changed. */
export class ChangeListeners {
  readonly #listeners = new Set<(session?: string) => void>()

  get size(): number {
    return this.#listeners.size
  }

  /** Whether several share the store: what one of them writes comes from elsewhere for the others. */
  get isShared(): boolean {
    return this.#listeners.size > 1
  }

  add(listener: (session?: string) => void): () => void {
    // A wrapper of its own for each call: the same function given twice is heard twice and ended one at a time.
    const own = (session?: string): void => listener(session)
    this.#listeners.add(own)
    return () => {
      this.#listeners.delete(own)
    }
  }

  tell(session?: string): void {
    for (const listener of this.#listeners) listener(session)
  }

  clear(): void {
    this.#listeners.clear()
  }
}
