/**
 * An equation in which the variable stands once: what is done to it is undone, one step after the other, until it is
 * alone. `a = p * (1 + r)^n` gives `n = log(a / p) / log(1 + r)`.
 */
import type { ConstantNode, FunctionNode, MathNode, OperatorNode, ParenthesisNode, SymbolNode } from 'mathjs'
import { math } from '../../mathjs.ts'
import { algebra } from '../../nerdamer.ts'
import { mentions } from '../degree.ts'
import { answered, type Formula, formulaOf, lettersFor, written } from '../formula.ts'
import { showFormula } from '../show-formula.ts'
import { attempt } from './candidates.ts'
import type { Equation } from './equation.ts'

export type Isolated = {
  readonly formulas: readonly Formula[]
  /** No step has more ways back than were gone, as sine has. */
  readonly isComplete: boolean
}

/** Nothing when the variable stands more than once, or in what cannot be undone. */
export function isolate({ left, right }: Equation, variable: string): Isolated | undefined {
  const sides = [left.tree, right.tree].map((tree) => timesIn(tree, variable))
  if ((sides[0] ?? 0) + (sides[1] ?? 0) !== 1) return undefined
  const [inside, outside] = sides[0] === 1 ? [left.tree, right.tree] : [right.tree, left.tree]
  const progress = { isComplete: true }
  const values = undone(inside, outside, { variable, progress })
  return values && { formulas: values.map(shortened), isComplete: progress.isComplete }
}

function timesIn(tree: MathNode, variable: string): number {
  return tree.filter((node, path) => path !== 'fn' && (node as SymbolNode).name === variable).length
}

type Search = { readonly variable: string; readonly progress: { isComplete: boolean } }

/** The values of the variable for which the formula around it has this value. */
function undone(node: MathNode, value: MathNode, search: Search): readonly MathNode[] | undefined {
  if (node.type === 'SymbolNode') return [value]
  if (node.type === 'ParenthesisNode') return undone((node as ParenthesisNode).content, value, search)
  const step =
    node.type === 'OperatorNode'
      ? operatorUndone(node as OperatorNode, value, search)
      : functionUndone(node, value, search)
  return step?.values.flatMap((next) => undone(step.inside, next, search) ?? [])
}

type Step = { readonly inside: MathNode; readonly values: readonly MathNode[] }

function operatorUndone({ op, args }: OperatorNode, value: MathNode, search: Search): Step | undefined {
  const [left, right] = args
  if (left && !right && op === '-') return { inside: left, values: [negative(value)] }
  if (!left || !right) return undefined
  if (mentions(left, [search.variable])) {
    if (op === '^') return powerUndone(left, right, value, search)
    const before = fromLeft[op]
    return before && { inside: left, values: [before(value, right)] }
  }
  const behind = fromRight[op]
  return behind && { inside: right, values: [behind(value, left)] }
}

type Undo = Readonly<Record<string, (value: MathNode, other: MathNode) => MathNode>>

/** For a variable before the sign. */
const fromLeft: Undo = {
  '+': (value, other) => binary('-', value, other),
  '-': (value, other) => binary('+', value, other),
  '*': (value, other) => binary('/', value, other),
  '/': (value, other) => binary('*', value, other),
}

/** For a variable behind it. */
const fromRight: Undo = {
  '+': (value, other) => binary('-', value, other),
  '-': (value, other) => binary('-', other, value),
  '*': (value, other) => binary('/', value, other),
  '/': (value, other) => binary('/', other, value),
  '^': (value, other) => binary('/', call('log', value), call('log', other)),
}

/** Even powers hide the sign; others have complex roots besides. */
function powerUndone(inside: MathNode, exponent: MathNode, value: MathNode, { progress }: Search): Step {
  const power = exponent.type === 'ConstantNode' ? Number((exponent as ConstantNode).value) : Number.NaN
  const root = power === 2 ? call('sqrt', value) : binary('^', value, binary('/', new math.ConstantNode(1), exponent))
  if (![-1, 1, 2].includes(power)) progress.isComplete = false
  return { inside, values: power % 2 === 0 ? [root, negative(root)] : [root] }
}

const inverses: Readonly<Record<string, (value: MathNode) => readonly MathNode[]>> = {
  sqrt: (value) => [binary('^', value, new math.ConstantNode(2))],
  cbrt: (value) => [binary('^', value, new math.ConstantNode(3))],
  exp: (value) => [call('log', value)],
  log: (value) => [binary('^', new math.SymbolNode('e'), value)],
  log10: (value) => [binary('^', new math.ConstantNode(10), value)],
  log2: (value) => [binary('^', new math.ConstantNode(2), value)],
  abs: (value) => [value, negative(value)],
  ...Object.fromEntries(
    ['sin', 'cos', 'tan', 'sinh', 'tanh'].flatMap((name) => [
      [name, (value: MathNode) => [call(`a${name}`, value)]],
      [`a${name}`, (value: MathNode) => [call(name, value)]],
    ]),
  ),
}

const repeating = new Set(['sin', 'cos', 'tan'])

function functionUndone(node: MathNode, value: MathNode, { progress }: Search): Step | undefined {
  const { fn, args } = node as FunctionNode
  const name = (fn as SymbolNode | undefined)?.name ?? ''
  const inverse = Object.hasOwn(inverses, name) ? inverses[name] : undefined
  const [inside] = args ?? []
  if (!inverse || !inside || args.length !== 1) return undefined
  if (repeating.has(name)) progress.isComplete = false
  return { inside, values: inverse(value) }
}

const operatorNames = { '+': 'add', '-': 'subtract', '*': 'multiply', '/': 'divide', '^': 'pow' } as const

function binary(op: keyof typeof operatorNames, left: MathNode, right: MathNode): MathNode {
  const sides = [left, right].map((side) => new math.ParenthesisNode(side))
  return new math.OperatorNode(op, operatorNames[op], sides as never) as MathNode
}

function negative(value: MathNode): MathNode {
  return new math.OperatorNode('-', 'unaryMinus', [new math.ParenthesisNode(value)])
}

function call(name: string, value: MathNode): MathNode {
  return new math.FunctionNode(new math.SymbolNode(name), [value])
}

/** Counted together, where that makes it shorter. */
function shortened(tree: MathNode): Formula {
  const formula = formulaOf(tree)
  const letters = lettersFor(formula.variables)
  const counted = attempt(() => answered(algebra(written(tree, letters)), letters))
  return counted && showFormula(counted).length <= showFormula(formula).length ? counted : formula
}
