/** Formulas: expressions with variables, read with care and written for the library of algebra. */
import type { ConstantNode, FunctionNode, MathNode, OperatorNode, ParenthesisNode, SymbolNode } from 'mathjs'
import { syntaxFault } from '../expression-fault.ts'
import { math } from '../mathjs.ts'
import { plainSigns, withKnownNames } from '../read-expression.ts'
import { rebuilt } from '../rebuilt.ts'
import { formulaFunctions } from './formula-functions.ts'

export type Formula = {
  readonly tree: MathNode
  /** In the order of the alphabet. */
  readonly variables: readonly string[]
}

/** A capital E is rather an energy. */
const constants = new Set(['e', 'pi', 'i'])

const mostNodes = 400

export function readFormula(text: string): Formula {
  const tree = parsed(text)
  let nodes = 0
  tree.traverse((node) => {
    nodes += 1
    if (nodes > mostNodes)
      throw new Error(`\`${text.slice(0, 60)}…\` has more than ${mostNodes} parts: make it shorter.`)
    const why = faultOf(node)
    if (why) throw new Error(`Cannot read \`${text.slice(0, 80)}\`: ${why}.`)
  })
  return formulaOf(tree)
}

export function formulaOf(tree: MathNode): Formula {
  const names = tree
    .filter((node, path) => node.type === 'SymbolNode' && path !== 'fn')
    .map((node) => (node as SymbolNode).name)
    .filter((name) => !constants.has(name))
  return { tree, variables: [...new Set(names)].sort() }
}

function parsed(text: string): MathNode {
  try {
    return rebuilt(math.parse(plainSigns(text)), (node) => asProduct(withKnownNames(node)))
  } catch (error) {
    throw syntaxFault(text, error)
  }
}

/** `x(x+1)` is a product: no function is called x. And in `p(1+r)^n` the power is that of the bracket. */
function asProduct(node: MathNode): MathNode {
  if (node.type === 'OperatorNode') return withPowerInside(node as OperatorNode)
  if (node.type !== 'FunctionNode') return node
  const { fn, args } = node as FunctionNode
  const name = (fn as SymbolNode).name
  const [first] = args
  if (name === undefined || args.length !== 1 || !first || !/^[a-zA-Z]$/.test(name)) return node
  return new math.OperatorNode('*', 'multiply', [new math.SymbolNode(name), new math.ParenthesisNode(first)])
}

/** A product without brackets under a power can only be one that was taken for a call. */
function withPowerInside(node: OperatorNode): MathNode {
  const [base, exponent] = node.args
  if (node.op !== '^' || base?.type !== 'OperatorNode' || (base as OperatorNode).op !== '*' || !exponent) return node
  const [factor, bracket] = (base as OperatorNode).args
  if (!factor || !bracket) return node
  return new math.OperatorNode('*', 'multiply', [factor, new math.OperatorNode('^', 'pow', [bracket, exponent])])
}

const operators = new Set(['+', '-', '*', '/', '^', '!'])

const checks: Readonly<Record<string, (node: MathNode) => string | undefined>> = {
  ParenthesisNode: () => undefined,
  ConstantNode: (node) =>
    typeof (node as ConstantNode).value === 'number' ? undefined : 'only numbers and names can be computed with',
  OperatorNode: (node) =>
    operators.has((node as OperatorNode).op) ? undefined : `\`${(node as OperatorNode).op}\` is no operator of algebra`,
  SymbolNode: (node) => symbolFault((node as SymbolNode).name),
  FunctionNode: (node) => {
    const name = ((node as FunctionNode).fn as SymbolNode).name ?? ''
    return formulaFunctions.has(name) ? undefined : `\`${name.slice(0, 40)}\` is no function that is known here`
  },
}

function faultOf(node: MathNode): string | undefined {
  const check = Object.hasOwn(checks, node.type) ? checks[node.type] : undefined
  return check ? check(node) : `\`${node.type}\` has no place in a formula`
}

function symbolFault(name: string): string | undefined {
  if (formulaFunctions.has(name) || /^[\p{L}][\p{L}\p{N}_]{0,30}$/u.test(name)) return undefined
  return `\`${name.slice(0, 40)}\` is no name for a variable`
}

/** Letters that stand for the variables: to the library of algebra some longer names mean functions. */
export type Letters = ReadonlyMap<string, string>

export function lettersFor(names: Iterable<string>): Letters {
  const all = [...new Set(names)]
  const free = [...'xyztuvwabcdfghjklmnopqrsABCDFGHJKLMNOPQRSTUVWXYZ'].filter((letter) => !all.includes(letter))
  return new Map(
    all.map((name) => {
      if (/^[a-zA-Z]$/.test(name) && !/[eiEI]/.test(name)) return [name, name]
      const letter = free.shift()
      if (letter === undefined) throw new Error('There are more variables than letters.')
      return [name, letter]
    }),
  )
}

/** The formula in the library's own grammar, every part in brackets. */
export function written(node: MathNode, letters: Letters): string {
  switch (node.type) {
    case 'ParenthesisNode':
      return written((node as ParenthesisNode).content, letters)
    case 'ConstantNode':
      return `(${decimal((node as ConstantNode).value as number)})`
    case 'SymbolNode':
      return letters.get((node as SymbolNode).name) ?? (node as SymbolNode).name
    case 'OperatorNode':
      return writtenOperator(node as OperatorNode, letters)
    default: {
      const { fn, args } = node as FunctionNode
      const write = formulaFunctions.get((fn as SymbolNode).name)
      if (!write) throw new Error(`\`${node.toString()}\` cannot be written for algebra.`)
      return `(${write(args.map((argument) => written(argument, letters)))})`
    }
  }
}

function writtenOperator({ op, args }: OperatorNode, letters: Letters): string {
  const [first = '', second] = args.map((argument) => written(argument, letters))
  if (op === '!') return `factorial(${first})`
  return second === undefined ? `(${op}${first})` : `(${first}${op}${second})`
}

/** To the library `1e-7` is a product with Euler's number. */
function decimal(value: number): string {
  const [digits = '0', exponent] = String(value).split('e')
  return exponent === undefined ? digits : `${digits}*10^(${Number(exponent)})`
}

/** What the library answers, as a formula with the names it was asked with. */
export function answered(text: string, letters: Letters): Formula {
  const names = new Map([...letters].map(([name, letter]) => [letter, name]))
  const tree = math.parse(text).transform((node) => {
    const name = node.type === 'SymbolNode' ? names.get((node as SymbolNode).name) : undefined
    return name === undefined ? node : new math.SymbolNode(name)
  })
  return formulaOf(tree)
}

/** The formula with another in the place of a variable. */
export function substituted(tree: MathNode, variable: string, value: MathNode): MathNode {
  return tree.transform((node, path) =>
    node.type === 'SymbolNode' && path !== 'fn' && (node as SymbolNode).name === variable
      ? new math.ParenthesisNode(value)
      : node,
  )
}
