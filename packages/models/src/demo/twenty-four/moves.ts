/** Moves of the game: two of the numbers are put together into one. */
import {
  type ArithmeticSymbol,
  combineRationals,
  compareRationals,
  isSameRational,
  type Rational,
  showRational,
} from './fractions.ts'

export type Move = {
  readonly symbol: ArithmeticSymbol
  readonly left: Rational
  readonly right: Rational
  readonly result: Rational
  /** All numbers after the move, smallest first. */
  readonly rest: readonly Rational[]
}

/** All moves, each with another result or other numbers left. A difference is taken from the larger number. */
export function movesFrom(numbers: readonly Rational[]): readonly Move[] {
  const moves = new Map<string, Move>()
  for (const [i, a] of numbers.entries()) {
    for (const [offset, b] of numbers.slice(i + 1).entries()) {
      const others = numbers.filter((_, index) => index !== i && index !== i + 1 + offset)
      for (const move of pairMoves(a, b, others)) {
        const key = keyOf(move.rest)
        if (!moves.has(key)) moves.set(key, move)
      }
    }
  }
  return [...moves.values()]
}

function pairMoves(a: Rational, b: Rational, others: readonly Rational[]): readonly Move[] {
  const [large, small] = compareRationals(a, b) < 0 ? [b, a] : [a, b]
  const tried: readonly (readonly [ArithmeticSymbol, Rational, Rational])[] = [
    ['+', large, small],
    ['-', large, small],
    ['*', large, small],
    ['/', large, small],
    ['/', small, large],
    // A negative number is never needed for a target above zero but beside other negative ones.
    ['-', small, large],
  ]
  return tried.flatMap(([symbol, left, right]) => {
    const result = combineRationals(symbol, left, right)
    return result ? [{ symbol, left, right, result, rest: sorted([...others, result]) }] : []
  })
}

function sorted(numbers: readonly Rational[]): readonly Rational[] {
  return numbers.toSorted(compareRationals)
}

export function keyOf(numbers: readonly Rational[]): string {
  return numbers.map(showRational).join(' ')
}

/** `13 - 9 = 4 (left: 4, 4, 10)`. */
export function writeMove({ symbol, left, right, result, rest }: Move): string {
  return `${operand(left)} ${symbol} ${operand(right)} = ${showRational(result)} (left: ${rest.map(showRational).join(', ')})`
}

function operand(value: Rational): string {
  const text = showRational(value)
  return /^\d+$/.test(text) ? text : `(${text})`
}

/** The move that leaves these numbers, if there is one. */
export function moveTo(numbers: readonly Rational[], rest: readonly Rational[]): Move | undefined {
  const wanted = keyOf(rest.toSorted(compareRationals))
  return movesFrom(numbers).find((move) => keyOf(move.rest) === wanted)
}

export function isDone(numbers: readonly Rational[], target: Rational): boolean {
  const [only] = numbers
  return numbers.length === 1 && only !== undefined && isSameRational(only, target)
}
