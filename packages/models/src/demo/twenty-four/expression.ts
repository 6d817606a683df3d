/** Moves as one expression, and expressions checked against a puzzle. */
import { operationsOf } from '../arithmetic/operations.ts'
import { joined, type Piece } from '../arithmetic/piece.ts'
import {
  type ArithmeticSymbol,
  arithmeticSymbols,
  combineRationals,
  isSameRational,
  type Rational,
  showRational,
  wholeRational,
} from './fractions.ts'
import type { Move } from './moves.ts'
import type { Puzzle } from './puzzle.ts'

type Valued = { readonly value: Rational; readonly piece: Piece }

/** What the moves come to: `(13 - 9) * (10 - 4)`. */
export function expressionOf(numbers: readonly Rational[], moves: readonly Move[]): string {
  const pieces: Valued[] = numbers.map((value) => ({
    value,
    piece: { text: showRational(value), rank: 'operand', isBare: true },
  }))
  const taken = (value: Rational) => {
    const at = pieces.findIndex((each) => isSameRational(each.value, value))
    return pieces.splice(at, 1)[0]?.piece
  }
  for (const { symbol, left, right, result } of moves) {
    const [first, second] = [taken(left), taken(right)]
    if (first && second) pieces.push({ value: result, piece: joined(symbol, first, second) })
  }
  return pieces.at(-1)?.piece.text ?? ''
}

/** What is wrong with an expression as an answer; undefined when nothing is. */
export function faultOf(expression: string, { numbers, target }: Puzzle): string | undefined {
  const worked = workedOut(expression)
  if (!worked) return `\`${expression}\` has no value`
  const used = worked.numbers.toSorted((a, b) => a - b).join(', ')
  const given = numbers.map(({ top }) => top).toSorted((a, b) => a - b)
  if (used !== given.join(', ')) return `\`${expression}\` uses ${used}, not ${given.join(', ')}, each once`
  if (isSameRational(worked.value, target)) return undefined
  return `\`${expression}\` comes to ${showRational(worked.value)}, not ${showRational(target)}`
}

type Worked = { readonly value: Rational; readonly numbers: readonly number[] }

function workedOut(expression: string): Worked | undefined {
  const operations = operationsOf(expression.replaceAll('×', '*').replaceAll('÷', '/').replaceAll('−', '-'))
  if (!operations) return undefined
  const values: Rational[] = []
  const numbers: number[] = []
  for (const { symbol, operands } of operations) {
    const [left, right] = operands.map((operand) => {
      if ('from' in operand) return values[operand.from]
      numbers.push(operand.value)
      return Number.isInteger(operand.value) ? wholeRational(operand.value) : undefined
    })
    const result = isSymbol(symbol) && left && right ? combineRationals(symbol, left, right) : undefined
    if (!result) return undefined
    values.push(result)
  }
  const value = values.at(-1)
  return value && { value, numbers }
}

function isSymbol(symbol: string): symbol is ArithmeticSymbol {
  return (arithmeticSymbols as readonly string[]).includes(symbol)
}

const written = /[\d(][\d\s()+*/×÷−-]*[\d)]/g

/** The longest expression in a text; undefined when there is none. */
export function expressionIn(text: string): string | undefined {
  const found = (text.slice(0, 2000).match(written) ?? []).filter((each) => /[-+*/×÷−]/.test(each))
  return found.toSorted((a, b) => b.length - a.length)[0]?.trim()
}
