/**
 * The library for algebra. Where it looks for numbers it would make code of text, which is refused in the process it
 * runs in: it gives up there, and numbers are found by our own means.
 */
import { createRequire } from 'node:module'

type Expression = { toString(): string }

type Nerdamer = {
  (expression: string): Expression
  solve(equation: string, variable: string): Expression
  flush(): void
  clearVars(): void
}

const require = createRequire(import.meta.url)

const nerdamer = require('nerdamer-prime/nerdamer.core') as Nerdamer
for (const part of ['Algebra', 'Calculus', 'Solve']) require(`nerdamer-prime/${part}`)

/** The text of what it makes of an expression. It keeps nothing from one call to the next. */
export function algebra(expression: string): string {
  return withCleanState(() => String(nerdamer(expression)))
}

/** The texts of the solutions for a variable. */
export function solutionsOf(equation: string, variable: string): readonly string[] {
  const text = withCleanState(() => String(nerdamer.solve(equation, variable)))
  const inside = text.replace(/^\[|\]$/g, '')
  return inside === '' ? [] : splitAtCommas(inside)
}

function withCleanState<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw gaveUp(error)
  } finally {
    nerdamer.flush()
    nerdamer.clearVars()
  }
}

function gaveUp(cause: unknown): Error {
  const reason = cause instanceof RangeError || !(cause instanceof Error) ? 'too deep' : cause.message
  return new Error(`This is too much for algebra (${reason.slice(0, 100)}): ask for something smaller.`, { cause })
}

/** At commas that are in no brackets. */
function splitAtCommas(text: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (const sign of text) {
    if (sign === '(' || sign === '[') depth += 1
    if (sign === ')' || sign === ']') depth -= 1
    if (sign === ',' && depth === 0) {
      parts.push(part)
      part = ''
    } else part += sign
  }
  return [...parts, part]
}
