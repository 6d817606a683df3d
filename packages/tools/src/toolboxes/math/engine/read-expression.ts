/** An expression as a tree in which nothing is left but numbers, lists, units and functions that compute. */
import type { ConstantNode, FunctionNode, MathNode, RangeNode, SymbolNode } from 'mathjs'
import { allowedConstants, allowedFunctions, functionAliases, listMakers } from './allowed-names.ts'
import { expressionFault, syntaxFault } from './expression-fault.ts'
import { math } from './mathjs.ts'
import { rebuilt } from './rebuilt.ts'

/** Longer lists and deeper trees are no sums that somebody wrote. */
const mostEntries = 10_000
const mostNodes = 2000

export function readExpression(expression: string): MathNode {
  const tree = parsed(expression)
  const defined = new Set<string>()
  let nodes = 0
  tree.traverse((node) => {
    nodes += 1
    if (nodes > mostNodes) throw expressionFault(expression, `it has more than ${mostNodes} parts`)
    const why = faultOf(node, defined)
    if (why) throw expressionFault(expression, why)
  })
  return tree
}

/** Signs that people type for others. */
export function plainSigns(expression: string): string {
  return expression
    .replace(/[×·∙]/g, '*')
    .replaceAll('÷', '/')
    .replaceAll('−', '-')
    .replaceAll('**', '^')
    .replaceAll('²', '^2')
    .replaceAll('³', '^3')
    .replaceAll('π', ' pi ')
    .replaceAll('√', ' sqrt')
    .replace(/°\s*([CF])\b/g, ' deg$1')
    .replaceAll('°', ' deg')
    .replace(/(\d),(?=\d{3}(?:\D|$))(?![^([]*[)\]])/g, '$1')
    .replace(/(\d(?:\.\d+)?)\s*%\s*of\b/gi, '$1 / 100 *')
}

function parsed(expression: string): MathNode {
  try {
    return rebuilt(math.parse(plainSigns(expression)), withKnownNames)
  } catch (error) {
    throw syntaxFault(expression, error)
  }
}

/** Functions by the names the library has for them. */
export function withKnownNames(node: MathNode): MathNode {
  if (node.type !== 'FunctionNode') return node
  const { fn, args } = node as FunctionNode
  const name = functionAliases.get((fn as SymbolNode).name ?? '')
  return name === undefined ? node : new math.FunctionNode(new math.SymbolNode(name), args)
}

const checks: Readonly<Record<string, (node: MathNode, defined: Set<string>) => string | undefined>> = {
  ArrayNode: () => undefined,
  BlockNode: () => undefined,
  ConditionalNode: () => undefined,
  OperatorNode: () => undefined,
  ParenthesisNode: () => undefined,
  RelationalNode: () => undefined,
  ConstantNode: (node) =>
    typeof (node as ConstantNode).value === 'string'
      ? 'it has a text in quotes, and only numbers can be computed'
      : undefined,
  SymbolNode: (node, defined) => symbolFault((node as SymbolNode).name, defined),
  FunctionNode: (node) => functionFault(node as FunctionNode),
  RangeNode: (node) => rangeFault(node as RangeNode),
  AssignmentNode: (node, defined) => definitionFault(node, defined),
  IndexNode: () => undefined,
  AccessorNode: (node) =>
    (node as MathNode & { readonly name?: string }).name ? 'values have no properties here' : undefined,
  FunctionAssignmentNode: () => 'functions cannot be defined: write the expression out',
  ObjectNode: () => 'it has an object in braces, and only numbers can be computed',
}

function faultOf(node: MathNode, defined: Set<string>): string | undefined {
  const check = Object.hasOwn(checks, node.type) ? checks[node.type] : undefined
  return check ? check(node, defined) : `\`${node.type}\` has no place in an expression`
}

function symbolFault(name: string, defined: ReadonlySet<string>): string | undefined {
  if (defined.has(name) || allowedConstants.has(name) || allowedFunctions.has(name)) return undefined
  if (math.Unit.isValuelessUnit(name)) return undefined
  return `\`${name.slice(0, 40)}\` is neither a number, a unit, a constant nor a function that is known`
}

function functionFault({ fn, args }: FunctionNode): string | undefined {
  const name = (fn as SymbolNode).name
  if (name === undefined) return 'only functions with a name can be called'
  if (!allowedFunctions.has(name)) return `\`${name.slice(0, 40)}\` is no function that is known`
  return listMakers.has(name) ? lengthFault(name, args) : undefined
}

/** The size must be written as numbers: what is computed is not known before. */
function lengthFault(name: string, args: readonly MathNode[]): string | undefined {
  const numbers = args.flatMap(numbersIn)
  if (numbers.some((value) => value === undefined)) return `the arguments of \`${name}\` must be written as numbers`
  const sizes = numbers.map((value) => Math.abs(value ?? 0))
  const [from = 0, to = 0, step = 1] = sizes
  const entries =
    name === 'range' ? (to + from) / (step || 1) : sizes.reduce((product, size) => product * Math.max(1, size), 1)
  const squared = name === 'identity' && sizes.length === 1 ? entries * entries : entries
  return squared > mostEntries ? `\`${name}\` would make more than ${mostEntries} entries` : undefined
}

function numbersIn(node: MathNode): readonly (number | undefined)[] {
  if (node.type === 'ArrayNode')
    return (node as MathNode & { readonly items: readonly MathNode[] }).items.flatMap(numbersIn)
  const value = node.type === 'ConstantNode' ? (node as ConstantNode).value : undefined
  return [typeof value === 'number' ? value : undefined]
}

function rangeFault({ start, end, step }: RangeNode): string | undefined {
  return lengthFault('range', [start, end, ...(step ? [step] : [])])
}

/** A name may be given to a value, and is then known; one for what has a name already may not. */
function definitionFault(node: MathNode, defined: Set<string>): string | undefined {
  const { object, index } = node as MathNode & { readonly object: MathNode; readonly index: unknown }
  const name = (object as SymbolNode).name
  if (index || name === undefined) return 'parts of a value cannot be changed'
  if (allowedFunctions.has(name) || allowedConstants.has(name)) return `\`${name}\` has a meaning already`
  if (Object.hasOwn(Object.prototype, name)) return `\`${name}\` is no name for a value`
  defined.add(name)
  return undefined
}
