/** Formulas without what an algebra program leaves behind: negative powers, ones, roots of one. */
import type { ConstantNode, FunctionNode, MathNode, OperatorNode, ParenthesisNode, SymbolNode } from 'mathjs'
import { math } from '../mathjs.ts'
import { rebuilt } from '../rebuilt.ts'

export function tidied(tree: MathNode): MathNode {
  return math.simplifyCore(rebuilt(math.simplifyCore(rebuilt(tree, withoutRootOfOne)), asQuotient))
}

function withoutRootOfOne(node: MathNode): MathNode {
  if (node.type !== 'FunctionNode') return node
  const { fn, args } = node as FunctionNode
  const isOne = (fn as SymbolNode).name === 'sqrt' && args[0] && isNumber(args[0], 1)
  return isOne ? new math.ConstantNode(1) : node
}

function isNumber(node: MathNode, value: number): boolean {
  return numberOf(node) === value
}

/** The value of a formula of numbers alone. */
function numberOf(node: MathNode): number | undefined {
  if (node.type === 'ParenthesisNode') return numberOf((node as ParenthesisNode).content)
  if (node.type === 'ConstantNode') return Number((node as ConstantNode).value)
  if (node.type !== 'OperatorNode') return undefined
  const values = (node as OperatorNode).args.map(numberOf)
  const [first, second] = values
  if (first === undefined || values.includes(undefined)) return undefined
  const { op } = node as OperatorNode
  if (second === undefined) return op === '-' ? -first : undefined
  return op === '/' ? first / second : undefined
}

/** `-1/2 * x^(-3) * y` becomes `-y / (2 * x^3)`. */
function asQuotient(node: MathNode): MathNode {
  const parts = partsOf(node)
  if (parts.below.length === 0) return node
  const [top, bottom] = [withNumbers(parts.above), withNumbers(parts.below)]
  const above = product(top)
  const signed = top.number * bottom.number < 0 ? new math.OperatorNode('-', 'unaryMinus', [above]) : above
  const isWhole = bottom.rest.length === 0 && Math.abs(bottom.number) === 1
  return isWhole ? signed : new math.OperatorNode('/', 'divide', [signed, product(bottom)])
}

type Parts = { readonly above: readonly MathNode[]; readonly below: readonly MathNode[] }

/** The factors above and below the line of a product. */
function partsOf(node: MathNode): Parts {
  if (node.type === 'ParenthesisNode') {
    const inner = partsOf((node as ParenthesisNode).content)
    return inner.above.length + inner.below.length > 1 ? inner : { above: [node], below: [] }
  }
  const { op, args } = node as OperatorNode
  const [left, right] = node.type === 'OperatorNode' ? args : []
  if (left && right && (op === '*' || op === '/')) {
    const [first, second] = [partsOf(left), partsOf(right)]
    const other = op === '*' ? second : { above: second.below, below: second.above }
    return { above: [...first.above, ...other.above], below: [...first.below, ...other.below] }
  }
  if (left && !right && op === '-') {
    const { above, below } = partsOf(left)
    return { above: [new math.ConstantNode(-1), ...above], below }
  }
  const inverted = invertedPower(node)
  return inverted ? { above: [], below: [inverted] } : { above: [node], below: [] }
}

type Factors = { readonly number: number; readonly rest: readonly MathNode[] }

function withNumbers(factors: readonly MathNode[]): Factors {
  const numbers = factors.map(wholeNumber)
  return {
    number: numbers.reduce<number>((total, value) => total * (value ?? 1), 1),
    rest: factors.filter((_, index) => numbers[index] === undefined),
  }
}

function wholeNumber(node: MathNode): number | undefined {
  const value = numberOf(node)
  return value !== undefined && Number.isSafeInteger(value) ? value : undefined
}

/** The sign is left to whoever asks. */
function product({ number, rest }: Factors): MathNode {
  const size = Math.abs(number)
  const factors = size === 1 && rest.length > 0 ? rest : [new math.ConstantNode(size), ...rest]
  const [first = new math.ConstantNode(1), ...others] = factors
  return others.reduce<MathNode>((left, right) => new math.OperatorNode('*', 'multiply', [left, right]), first)
}

/** What stands under the line for a power below zero. */
function invertedPower(node: MathNode): MathNode | undefined {
  if (node.type !== 'OperatorNode' || (node as OperatorNode).op !== '^') return undefined
  const [base, exponent] = (node as OperatorNode).args
  const power = exponent && numberOf(exponent)
  if (!base || power === undefined || power >= 0) return undefined
  if (power === -1) return base
  if (power === -0.5) return new math.FunctionNode(new math.SymbolNode('sqrt'), [base])
  return Number.isInteger(power) ? new math.OperatorNode('^', 'pow', [base, new math.ConstantNode(-power)]) : undefined
}
