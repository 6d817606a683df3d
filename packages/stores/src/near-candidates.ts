/**
 * The nearest vectors out of candidates that were found in 32 bits.
 *
 * What an extension of a database finds is scored again in 64 bits, somewhat more than asked for. Where its rounding
 * could have left out one that belongs, more are asked for, and in the end it is not believed.
 */
import type { Scored } from './ranking.ts'

/** So many more than asked for; four times that when it was not enough, and so on, up to the most. */
const spare = 48
const mostCandidates = 4000
/** Half of the distance from 1 to the next number of 32 bits. */
const unit = 2 ** -24

/** How many candidates to ask for, one after the other until it is certain. */
export function* candidateCounts(limit: number): Generator<number> {
  for (let more = spare; limit + more <= mostCandidates; more *= 4) yield Math.trunc(limit + more)
}

export type Answer = {
  readonly best: readonly Scored[]
  readonly limit: number
  /** Of the farthest candidate; whatever was left out is no nearer, as far as 32 bits can tell. */
  readonly distance: number | null
  readonly dimensions: number
}

/** Whether nothing that was left out can be among the best. */
export function isCertain({ best, limit, distance, dimensions }: Answer): boolean {
  if (distance === null || Number.isNaN(distance)) return false
  const left = 1 - distance + roundingOf(dimensions)
  return (best[Math.trunc(limit) - 1]?.score ?? Number.POSITIVE_INFINITY) > left
}

/** How far a cosine in 32 bits may be from the true one, at worst: each of its three sums rounds once for every number. */
function roundingOf(dimensions: number): number {
  return 4 * (dimensions + 16) * unit
}
