/** `react` whose replies may be unreadable, followed turn by turn. */

export type ReadableTurns = {
  /** A turn that can be read looks in the wrong place, which shows. */
  readonly p: number
  /** A reply is malformed; it is asked for once more. */
  readonly r: number
  readonly hops: number
  readonly turns: number
}

/** So many unreadable turns in a row, and the loop asks for the answer. */
const patience = 3

/**
 * All facts are found, and the answer can be read.
 *
 * The textbook takes (1 - p)(1 - r) for the chance of a turn to bring a fact, and no turn for the answer. Here a malformed
 * reply is repaired once, so a turn is lost with r²; the answer needs a reply that can be read, too, and may be tried in
 * the turns that are left and in the call that ends the loop.
 */
export function readableTurnsSuccess({ p, r, hops, turns }: ReadableTurns): number {
  const lost = r ** 2
  const ahead = (found: number, turn: number, unreadable: number): number => {
    if (turn === turns || unreadable === patience) return found === hops ? 1 - lost : 0
    const unread = lost * ahead(found, turn + 1, unreadable + 1)
    if (found === hops) return unread + (1 - lost)
    return unread + (1 - lost) * ((1 - p) * ahead(found + 1, turn + 1, 0) + p * ahead(found, turn + 1, 0))
  }
  return ahead(0, 0, 0)
}
