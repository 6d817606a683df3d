/** The degree of a formula in some variables. */
import type { ConstantNode, MathNode, OperatorNode, ParenthesisNode, SymbolNode } from 'mathjs'

/** The degree at most; nothing when it is no polynomial in these variables. */
export function degreeOf(node: MathNode, variables: readonly string[]): number | undefined {
  if (node.type === 'ParenthesisNode') return degreeOf((node as ParenthesisNode).content, variables)
  if (!mentions(node, variables)) return 0
  if (node.type === 'SymbolNode') return 1
  if (node.type !== 'OperatorNode') return undefined
  const { op, args } = node as OperatorNode
  const degrees = args.map((argument) => degreeOf(argument, variables))
  const [first, second = 0] = degrees
  if (first === undefined || degrees.includes(undefined)) return undefined
  return combined(op, first, second, args[1])
}

function combined(op: string, first: number, second: number, right: MathNode | undefined): number | undefined {
  if (op === '+' || op === '-') return Math.max(first, second)
  if (op === '*') return first + second
  if (op === '/') return second === 0 ? first : undefined
  const exponent = right?.type === 'ConstantNode' ? Number((right as ConstantNode).value) : Number.NaN
  return op === '^' && Number.isInteger(exponent) && exponent >= 0 ? first * exponent : undefined
}

export function mentions(node: MathNode, variables: readonly string[]): boolean {
  const isNamed = (part: MathNode, path: string) => path !== 'fn' && variables.includes((part as SymbolNode).name)
  return node.filter(isNamed).length > 0
}
