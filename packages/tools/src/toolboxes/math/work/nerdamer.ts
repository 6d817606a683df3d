/** The library for algebra, without its way of making code of text: what it would compile is interpreted. */
import { createRequire } from 'node:module'
import { math } from './mathjs.ts'

type Expression = { toString(): string }

type Nerdamer = {
  (expression: string): Expression
  solve(equation: string, variable: string): Expression
  getCore(): { readonly Build: { build: typeof interpreted } }
  flush(): void
  clearVars(): void
}

const require = createRequire(import.meta.url)

const nerdamer = require('nerdamer-prime/nerdamer.core') as Nerdamer
// Before the other parts are loaded: they take the function with them.
nerdamer.getCore().Build.build = interpreted
for (const part of ['Algebra', 'Calculus', 'Solve']) require(`nerdamer-prime/${part}`)

function interpreted(expression: Expression, variables?: readonly string[]): (...values: readonly number[]) => number {
  const tree = math.parse(String(expression))
  const names = variables ?? [...new Set(namesIn(String(expression)))].sort()
  const code = tree.compile()
  return (...values) => {
    const value: unknown = code.evaluate(new Map(names.map((name, index) => [name, values[index] ?? 0])))
    return typeof value === 'number' ? value : Number.NaN
  }
}

const constants = new Set(['e', 'i', 'pi'])

function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/[A-Za-z_]\w*(?!\w|\s*\()/g)].map(([name]) => name).filter((name) => !constants.has(name))
}

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
