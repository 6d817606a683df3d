/** Replies that cannot be read, and are asked for again. */

export type Format = {
  /** A reply is malformed. */
  readonly r: number
  /** How often it is asked for again at most. */
  readonly repairs: number
}

/** One of the replies can be read. */
export function formatSuccess({ r, repairs }: Format): number {
  return 1 - r ** (repairs + 1)
}

/** How many calls that takes on average. */
export function formatCalls({ r, repairs }: Format): number {
  // As a sum it holds for r = 1 too.
  let calls = 0
  for (let asked = 0; asked <= repairs; asked += 1) calls += r ** asked
  return calls
}
