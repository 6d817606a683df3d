/**
 * How somebody plays who sees only a little ahead: moves in the order in which they look good.
 *
 * With three numbers it sees whether a move can be finished; with more it goes by what the numbers are.
 */
import type { Rational } from './fractions.ts'
import { isDone, type Move, movesFrom } from './moves.ts'

export function rankedMoves(numbers: readonly Rational[], target: Rational): readonly Move[] {
  const rated = movesFrom(numbers).map((move, index) => ({ move, index, promise: promiseOf(move, target) }))
  return rated.sort((a, b) => b.promise - a.promise || a.index - b.index).map(({ move }) => move)
}

/** The move that looks best each time, to the end: no way back. */
export function greedyMoves(numbers: readonly Rational[], target: Rational): readonly Move[] | undefined {
  const [best] = rankedMoves(numbers, target)
  if (!best) return isDone(numbers, target) ? [] : undefined
  const after = greedyMoves(best.rest, target)
  return after && [best, ...after]
}

function promiseOf({ rest, result }: Move, target: Rational): number {
  if (rest.length <= 2) return finishes(rest, target) ? 1000 : 0
  return naturalness(result, target) + rest.reduce((sum, number) => sum + naturalness(number, target), 0)
}

function finishes(rest: readonly Rational[], target: Rational): boolean {
  return rest.length === 1 ? isDone(rest, target) : movesFrom(rest).some((move) => isDone(move.rest, target))
}

/** Whole numbers that divide the target are good to have; large ones and fractions are not. */
function naturalness({ top, bottom }: Rational, target: Rational): number {
  if (bottom !== 1 || top <= 0) return -4
  if (top === target.top && target.bottom === 1) return 3
  if (target.bottom === 1 && target.top % top === 0) return top === 1 ? 1 : 3
  return top > 2 * target.top ? -3 : 0
}
