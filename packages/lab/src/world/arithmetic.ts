/** Steps of arithmetic. Each grows with the number it starts from, so a number that is too large stays too large. */
import { defineTool } from '@gyre/core'
import { z } from 'zod'

const written = /(-?\d+) ([-+*]) (-?\d+)/

export type Sum = { readonly left: number; readonly symbol: string; readonly right: number }

export function readSum(text: string): Sum | undefined {
  const [, left, symbol, right] = written.exec(text) ?? []
  if (left === undefined || symbol === undefined || right === undefined) return undefined
  return { left: Number(left), symbol, right: Number(right) }
}

export function sumText({ left, symbol, right }: Sum): string {
  return `${left} ${symbol} ${right}`
}

export function resultOf({ left, symbol, right }: Sum): number {
  if (symbol === '*') return left * right
  return symbol === '+' ? left + right : left - right
}

/** A result that is too large, by one of so many amounts. */
export function wrongResult(right: number, share: number, wrongAnswers: number): number {
  return right + 1 + Math.floor(share * wrongAnswers)
}

/** The same with a first number that is too large. */
export function spoiltSum(text: string, share: number, wrongAnswers: number): string {
  const sum = readSum(text)
  return sum ? text.replace(written, sumText({ ...sum, left: wrongResult(sum.left, share, wrongAnswers) })) : text
}

export const calculateTool = defineTool({
  name: 'calculate',
  description: 'Works out a sum such as `17 + 25`.',
  input: z.object({ expression: z.string() }),
  effect: 'pure',
  trusted: true,
  run: ({ expression }) => {
    const sum = readSum(expression)
    return sum ? `${resultOf(sum)}` : `“${expression}” is no sum.`
  },
})
