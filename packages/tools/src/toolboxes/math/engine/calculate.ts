/** The value of an expression. */
import type { FunctionNode, MathNode, OperatorNode } from 'mathjs'
import { expressionFault } from './expression-fault.ts'
import { exactMath } from './mathjs.ts'
import { plainSigns, readExpression } from './read-expression.ts'
import { type Shown, showValue } from './show-value.ts'

export function calculate({ expression }: { readonly expression: string }): Shown {
  const tree = readExpression(expression)
  try {
    const value: unknown = tree.compile().evaluate(new Map())
    const exact = typeof value === 'number' && isRounded(value) && isWhole(tree) ? wholeValue(expression) : undefined
    return exact ?? showValue(value)
  } catch (error) {
    throw expressionFault(expression, reasonOf(error))
  }
}

/** Floating point has no longer whole numbers of its own above this. */
function isRounded(value: number): boolean {
  return Math.abs(value) > Number.MAX_SAFE_INTEGER
}

const wholeFunctions = new Set([
  'factorial',
  'combinations',
  'permutations',
  'gcd',
  'lcm',
  'abs',
  'max',
  'min',
  'sum',
  'prod',
])
const wholeOperators = new Set(['+', '-', '*', '^', '!'])

/** Made of whole numbers by what keeps them whole. */
function isWhole(tree: MathNode): boolean {
  const others = tree.filter((node) => {
    if (node.type === 'ConstantNode') return !Number.isInteger((node as MathNode & { value: unknown }).value)
    if (node.type === 'OperatorNode') return !wholeOperators.has((node as OperatorNode).op)
    if (node.type === 'FunctionNode') return !wholeFunctions.has((node as FunctionNode).fn.name)
    if (node.type === 'SymbolNode') return !wholeFunctions.has((node as MathNode & { name: string }).name)
    return node.type !== 'ParenthesisNode' && node.type !== 'ArrayNode'
  })
  return others.length === 0
}

function wholeValue(expression: string): Shown | undefined {
  const value: unknown = exactMath.evaluate(plainSigns(expression))
  if (!exactMath.isBigNumber(value) || !value.isInteger() || value.e >= 400) return undefined
  const text = exactMath.format(value, { notation: 'fixed' })
  return { text: `${text} (≈ ${Number(text).toPrecision(6)})`, data: text }
}

function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'it is nested too deeply or its numbers are too large'
  const words = error instanceof Error ? error.message : String(error)
  const short = words.replace(/^Error: /, '').split('\n')[0] ?? words
  return `${short.charAt(0).toLowerCase()}${short.slice(1)}`.replace(/\.$/, '')
}
