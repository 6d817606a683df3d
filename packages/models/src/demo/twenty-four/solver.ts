/** Whether numbers can be put together into a target, and how: all ways are tried, none twice. */

import { compareRationals, type Rational, showRational } from './fractions.ts'
import { isDone, keyOf, type Move, movesFrom } from './moves.ts'

/** What is known of some numbers stays known: the same ones are met over and over. */
const known = new Map<string, boolean>()
const mostKnown = 200_000

export function isReachable(numbers: readonly Rational[], target: Rational): boolean {
  if (numbers.length <= 1) return isDone(numbers, target)
  const key = `${keyOf(numbers.toSorted(compareRationals))} > ${showRational(target)}`
  const before = known.get(key)
  if (before !== undefined) return before
  const can = movesFrom(numbers).some(({ rest }) => isReachable(rest, target))
  if (known.size >= mostKnown) known.clear()
  known.set(key, can)
  return can
}

/** Moves that lead to the target; undefined when none do. */
export function solve(numbers: readonly Rational[], target: Rational): readonly Move[] | undefined {
  if (numbers.length <= 1) return isDone(numbers, target) ? [] : undefined
  const move = movesFrom(numbers).find(({ rest }) => isReachable(rest, target))
  const after = move && solve(move.rest, target)
  return move && after ? [move, ...after] : undefined
}
