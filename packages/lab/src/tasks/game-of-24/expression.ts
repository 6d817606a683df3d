/** An answer to the game, read and worked out: nothing but an expression counts. */
import {
  type ArithmeticSymbol,
  combineRationals,
  isSameRational,
  type Rational,
  wholeRational,
} from '@gyre/models/demo'

type Reading = { readonly value: Rational; readonly numbers: readonly number[]; readonly at: number }

/** Whether the expression uses exactly these numbers, each once, and makes 24. */
export function solves(expression: string, numbers: readonly number[]): boolean {
  const tokens = expression.match(/\d+|\S/g) ?? []
  const read = sum(tokens, 0)
  if (!read || read.at !== tokens.length) return false
  const used = read.numbers.toSorted((a, b) => a - b).join(' ')
  return used === numbers.toSorted((a, b) => a - b).join(' ') && isSameRational(read.value, wholeRational(24))
}

function sum(tokens: readonly string[], at: number): Reading | undefined {
  return series(tokens, at, ['+', '-'], product)
}

function product(tokens: readonly string[], at: number): Reading | undefined {
  return series(tokens, at, ['*', '/'], single)
}

type Part = (tokens: readonly string[], at: number) => Reading | undefined

function series(
  tokens: readonly string[],
  at: number,
  symbols: readonly ArithmeticSymbol[],
  part: Part,
): Reading | undefined {
  let read = part(tokens, at)
  while (read) {
    const token = tokens[read.at]
    const symbol = symbols.find((each) => each === token)
    if (!symbol) return read
    const next = part(tokens, read.at + 1)
    const value = next && combineRationals(symbol, read.value, next.value)
    read = next && value ? { value, numbers: [...read.numbers, ...next.numbers], at: next.at } : undefined
  }
  return undefined
}

function single(tokens: readonly string[], at: number): Reading | undefined {
  const token = tokens[at] ?? ''
  if (/^\d+$/.test(token)) return { value: wholeRational(Number(token)), numbers: [Number(token)], at: at + 1 }
  const inside = token === '(' ? sum(tokens, at + 1) : undefined
  return inside && tokens[inside.at] === ')' ? { ...inside, at: inside.at + 1 } : undefined
}
