/** Equations in a text, and whether they hold: `17 * 6 = 102`. */
import { isSameNumber } from './same-number.ts'
import { evaluated } from './worked-steps.ts'

export type Equation = {
  /** As it is written. */
  readonly text: string
  readonly expression: string
  /** What it says the expression comes to. */
  readonly said: number
  /** What it comes to. */
  readonly value: number
}

const number = String.raw`-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[+-]?\d+)?`
const left = String.raw`[-(]*(?:\d|\.\d|(?:sqrt|abs|round|floor|ceil|min|max)\()(?:[\d.,()\s+*/×÷−^%-]|sqrt|abs|round|floor|ceil|min|max|e(?=[+-]?\d))*`
const equation = new RegExp(`(?<![\\w.])(${left}?)\\s*=\\s*(${number})(?![\\w(]|\\s*[-+*/^]\\s*[\\d(])`, 'gi')

/** The longest part of a text that is looked at. */
const longest = 10_000

export function equationsIn(text: string): readonly Equation[] {
  if (!text.includes('=')) return []
  return [...text.slice(0, longest).matchAll(equation)].flatMap(([whole, written = '', said = '']) => {
    const expression = written.trim()
    const value = evaluated(expression)
    const isBare = !/[-+*/×÷−^%(]/.test(expression.slice(1))
    if (value === undefined || isBare) return []
    return [{ text: whole.trim(), expression, said: Number(said.replaceAll(',', '')), value }]
  })
}

export function wrongEquations(text: string): readonly Equation[] {
  return equationsIn(text).filter(({ said, value }) => !isSameNumber(said, value))
}
