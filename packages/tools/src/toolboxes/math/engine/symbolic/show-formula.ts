/** Formulas as people read them: highest powers first, no more brackets than needed. */
import type { MathNode, OperatorNode, ParenthesisNode } from 'mathjs'
import { math } from '../mathjs.ts'
import { rebuilt } from '../rebuilt.ts'
import { degreeOf } from './degree.ts'
import type { Formula } from './formula.ts'
import { tidied } from './tidy-formula.ts'

export function showFormula({ tree, variables }: Formula): string {
  return rebuilt(tidied(tree), (node) => sorted(node, variables))
    .toString({ parenthesis: 'auto', implicit: 'show', handler: clearPower })
    .replace(/ (\^|\/) /g, '$1')
    .replace(/\+ -/g, '- ')
    .replaceAll('-  ', '- ')
    .replace(/\b1 \* /g, '')
}

type Options = Parameters<MathNode['toString']>[0]

/** `e^(x^2)`: few know in which order powers of powers are read. */
function clearPower(node: MathNode, options: Options): string | undefined {
  if (node.type !== 'OperatorNode' || (node as OperatorNode).op !== '^') return undefined
  const [base, exponent] = (node as OperatorNode).args
  if (!base || exponent?.type !== 'OperatorNode' || (exponent as OperatorNode).op !== '^') return undefined
  return `${base.toString(options)}^(${exponent.toString(options)})`
}

type Term = { readonly isMinus: boolean; readonly node: MathNode }

/** A sum of powers of one variable, by falling powers. */
function sorted(node: MathNode, variables: readonly string[]): MathNode {
  const terms = termsOf(node)
  const degrees = terms.map((term) => degreeOf(term.node, variables))
  if (terms.length < 2 || degrees.some((degree) => degree === undefined)) return node
  const order = terms
    .map((_, index) => index)
    .sort((a, b) => (degrees[b] ?? 0) - (degrees[a] ?? 0) || Number(terms[a]?.isMinus) - Number(terms[b]?.isMinus))
  const [first, ...rest] = order.flatMap((index) => terms[index] ?? [])
  if (!first) return node
  const start = first.isMinus ? new math.OperatorNode('-', 'unaryMinus', [first.node]) : first.node
  return rest.reduce<MathNode>(
    (sum, term) =>
      new math.OperatorNode(term.isMinus ? '-' : '+', term.isMinus ? 'subtract' : 'add', [sum, term.node] as never),
    start,
  )
}

function termsOf(node: MathNode, isMinus = false): readonly Term[] {
  if (node.type === 'ParenthesisNode') {
    const inner = termsOf((node as ParenthesisNode).content, isMinus)
    return inner.length > 1 ? inner : [{ isMinus, node }]
  }
  if (node.type !== 'OperatorNode') return [{ isMinus, node }]
  const { op, args } = node as OperatorNode
  const [left, right] = args
  if (op === '-' && left && !right) return termsOf(left, !isMinus)
  if ((op !== '+' && op !== '-') || !left || !right) return [{ isMinus, node }]
  return [...termsOf(left, isMinus), ...termsOf(right, op === '-' ? !isMinus : isMinus)]
}
