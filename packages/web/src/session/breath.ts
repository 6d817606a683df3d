/** Work in pieces: between two of them the browser may draw, and whoever uses it is heard. */

/** How long a piece may take, in ms: half of what a frame has. */
const longestPieceMs = 8

export class Breath {
  #until = 0

  /** Goes on at once, or after others had their turn when this has gone on for long enough. */
  taken(): Promise<void> | undefined {
    const now = performance.now()
    // A pause since the last piece was a breath, too.
    if (now > this.#until + longestPieceMs) this.#until = now + longestPieceMs
    if (now < this.#until) return undefined
    this.#until = 0
    return turnOfOthers()
  }
}

/** The end of work that says where it may be put aside; nothing when nobody waits for it any more. */
export async function inPieces<T>(work: Generator<undefined, T>, signal: AbortSignal): Promise<T | undefined> {
  let until = performance.now() + longestPieceMs
  while (!signal.aborted) {
    const { done, value } = work.next()
    if (done) return value
    if (performance.now() < until) continue
    await turnOfOthers()
    until = performance.now() + longestPieceMs
  }
  return undefined
}

function turnOfOthers(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}
