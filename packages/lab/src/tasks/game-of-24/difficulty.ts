/** How hard a game is: by the share of lines that win, worked out exactly over all of them. */
import { showRational } from '@gyre/models/demo'
import { canReach, movesFrom, type Term, termsOf } from './moves.ts'

/**
 * A blind line wins at most so often in the harder half of all games that can be won: the median of the 1362, each as
 * often as four numbers from 1 to 13 come to it.
 */
export const hardShare = 1 / 324

/** One line of moves wins so many of these games, when a move that can still win is 4 times as likely as another. */
export const hardLineSuccess = 0.0373827

/** Shares are sums of fractions, which a computer rounds. */
const rounding = 1e-12

export function isHard(numbers: readonly number[]): boolean {
  const share = lineShare(termsOf(numbers), 1)
  return share > 0 && share <= hardShare + rounding
}

const shares = new Map<string, number>()

/** A line wins, when a move that can still win is `w` times as likely as each of the others: with 1 it is blind. */
export function lineShare(terms: readonly Term[], w: number): number {
  if (terms.length === 1) return canReach(terms) ? 1 : 0
  const numbers = terms.map(({ value }) => showRational(value)).sort()
  const key = `${w} ${numbers.join(' ')}`
  const known = shares.get(key)
  if (known !== undefined) return known
  const moves = movesFrom(terms)
  const viable = moves.filter(({ left }) => canReach(left))
  const wins = viable.reduce((sum, { left }) => sum + lineShare(left, w), 0)
  const share = (w * wins) / (moves.length - viable.length + w * viable.length)
  shares.set(key, share)
  return share
}
