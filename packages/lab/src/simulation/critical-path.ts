/** The time that the calls of a session take when each takes its stated one and calls beside each other count once. */

/**
 * A call begins when all calls that had ended before it have: whether calls overlapped is seen, not guessed from their
 * names, so calls that a loop makes one after another add up.
 */
export class CriticalPath {
  /** When the latest of the calls that have ended did. */
  #ended = 0

  /** A call begins; gives what is to be called when it has ended. */
  begin(latencyMs: number): () => void {
    const end = this.#ended + latencyMs
    return () => {
      this.#ended = Math.max(this.#ended, end)
    }
  }

  get lengthMs(): number {
    return this.#ended
  }
}
