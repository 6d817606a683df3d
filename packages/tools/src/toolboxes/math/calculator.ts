/** Arithmetic for models, which are bad at it; and what goes beyond, by a library that is loaded for that alone. */
import { defineTool, evaluateArithmetic, GyreError, toolOutput } from '@gyre/core'
import { z } from 'zod'
import { mathWork } from './math-process.ts'

const description =
  'Evaluates an arithmetic expression: + - * / % ^, parentheses, sqrt abs round floor ceil min max, pi, e. ' +
  'Also knows more functions (sin, log, factorial, gcd, mean, det …), units (`3 km + 200 m`, `20 degC to degF`), ' +
  'complex numbers (`sqrt(-4)`), matrices (`inv([1, 2; 3, 4])`), long whole numbers (`100!`) and names (`a = 3; b = 4; sqrt(a^2 + b^2)`).'

/** The tool `math.calculate`: arithmetic, and functions and units beyond it. */
export const calculator = defineTool({
  name: 'math.calculate',
  description,
  input: z.object({ expression: z.string().min(1).max(4000).describe('For example `17 * 6 + 14`.') }),
  effect: 'pure',
  trusted: true,
  timeoutMs: 30_000,
  run: ({ expression }, { signal }) => plainValue(expression) ?? libraryValue(expression, signal),
})

/** Found at once; nothing when more than arithmetic is needed. */
function plainValue(expression: string): string | undefined {
  if (!isPlain(expression)) return undefined
  try {
    const value = evaluateArithmetic(expression)
    return isRounded(value) && isWhole(expression) ? undefined : String(value)
  } catch (error) {
    // Where arithmetic has no value, complex numbers may; where it cannot read on, `2 pi` is still a product.
    if (error instanceof GyreError && /divides by zero or is too large/.test(error.message)) throw error
    return undefined
  }
}

const names = new Set(['sqrt', 'abs', 'round', 'floor', 'ceil', 'min', 'max', 'pi', 'e', 'E'])

function isPlain(expression: string): boolean {
  if (!/^[\w\s.,+\-*/%^()×÷−]*$/.test(expression)) return false
  const used = expression.match(/[A-Za-z_]+/g) ?? []
  // Arithmetic rounds to whole numbers only.
  const hasDigits = expression.includes(',') && used.some((name) => !['min', 'max'].includes(name))
  return !hasDigits && used.every((name) => names.has(name))
}

function isRounded(value: number): boolean {
  return Math.abs(value) > Number.MAX_SAFE_INTEGER
}

/** Whole numbers, by what keeps them whole: worth all their digits. */
function isWhole(expression: string): boolean {
  return /^[\d\s+\-*^()×−]+$/.test(expression)
}

type Shown = { readonly text: string; readonly data: never }

async function libraryValue(expression: string, signal: AbortSignal) {
  const { text, data } = await mathWork<Shown>({ name: 'calculate', input: { expression }, signal })
  return toolOutput({ text, data })
}
