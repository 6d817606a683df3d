/** Moves of the game: two of the numbers are put together, until one is left. */
import {
  type ArithmeticSymbol,
  arithmeticSymbols,
  combineRationals,
  compareRationals,
  isSameRational,
  type Rational,
  showRational,
  wholeRational,
} from '@gyre/models/demo'

/** A number of the game and how it came about. */
export type Term = { readonly value: Rational; readonly expression: string }

export type Move = { readonly text: string; readonly left: readonly Term[] }

export function termsOf(numbers: readonly number[]): readonly Term[] {
  return numbers.map((number) => ({ value: wholeRational(number), expression: `${number}` }))
}

/** Every move that can be made, each once: in order of the numbers, so that it does not matter how they were dealt. */
export function movesFrom(dealt: readonly Term[]): readonly Move[] {
  const terms = dealt.toSorted((a, b) => compareRationals(a.value, b.value))
  const pairs = terms.flatMap((_, i) => terms.flatMap((__, j) => (i === j ? [] : [[i, j] as const])))
  const moves = new Map<string, Move>()
  for (const move of pairs.flatMap((pair) => movesOf(terms, pair))) moves.set(move.text, moves.get(move.text) ?? move)
  return [...moves.values()]
}

function movesOf(terms: readonly Term[], [i, j]: readonly [number, number]): readonly Move[] {
  const [a, b] = [terms[i], terms[j]]
  const rest = terms.filter((_, at) => at !== i && at !== j)
  // Sums and products are the same both ways.
  const symbols = i < j ? arithmeticSymbols : arithmeticSymbols.filter((symbol) => symbol === '-' || symbol === '/')
  return a && b ? symbols.flatMap((symbol) => moveOf(a, symbol, b, rest) ?? []) : []
}

function moveOf(a: Term, symbol: ArithmeticSymbol, b: Term, rest: readonly Term[]): Move | undefined {
  const value = combineRationals(symbol, a.value, b.value)
  if (!value) return undefined
  const left = [...rest, { value, expression: `(${a.expression} ${symbol} ${b.expression})` }]
  const listed = left.map((term) => showRational(term.value)).join(', ')
  return {
    text: `${showRational(a.value)} ${symbol} ${showRational(b.value)} = ${showRational(value)} (left: ${listed})`,
    left,
  }
}

const goal = wholeRational(24)
const solved = new Map<string, boolean>()

/** Whether these numbers can still make 24. */
export function canReach(terms: readonly Term[]): boolean {
  const [only, ...others] = terms
  if (only && others.length === 0) return isSameRational(only.value, goal)
  const key = terms
    .map(({ value }) => showRational(value))
    .sort()
    .join(' ')
  const known = solved.get(key)
  if (known !== undefined) return known
  const can = movesFrom(terms).some(({ left }) => canReach(left))
  solved.set(key, can)
  return can
}
