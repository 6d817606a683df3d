/** What algebra proposes as solutions. None of it is believed before it is tried. */
import type { ConstantNode, MathNode, OperatorNode, SymbolNode } from 'mathjs'
import { math } from '../../mathjs.ts'
import { solutionsOf } from '../../nerdamer.ts'
import { mentions } from '../degree.ts'
import { answered, type Formula, formulaOf, lettersFor, written } from '../formula.ts'
import type { Equation } from './equation.ts'

export function candidates({ zero }: Equation, variable: string): readonly Formula[] {
  const letters = lettersFor([...zero.variables, variable])
  const texts = attempt(() => solutionsOf(written(zero.tree, letters), letters.get(variable) ?? variable)) ?? []
  return texts.flatMap((text) => attempt(() => answered(text, letters)) ?? [])
}

/**
 * Of an equation with one power of the variable or to it, and nothing else of it, the root or the logarithm: of
 * `v = 4/3 * pi * r^3`, of `a = p * (1 + r)^n`.
 */
export function inverted({ zero, left, right }: Equation, variable: string): readonly Formula[] {
  const name = `${variable}_power`
  let power: OperatorNode | undefined
  const tree = zero.tree.transform((node) => {
    if (power || node.type !== 'OperatorNode' || (node as OperatorNode).op !== '^' || !mentions(node, [variable]))
      return node
    power = node as OperatorNode
    return new math.SymbolNode(name)
  })
  if (!power || mentions(tree, [variable])) return []
  const values = candidates({ zero: formulaOf(tree), left, right }, name)
  const found = power
  return values.flatMap(({ tree: value }) => inverses(found, variable, value)).map(formulaOf)
}

/** What the variable is when the power is this. */
function inverses({ args }: OperatorNode, variable: string, value: MathNode): readonly MathNode[] {
  const [base, exponent] = args
  if (!base || !exponent) return []
  if ((exponent as SymbolNode).name === variable && !mentions(base, [variable])) {
    return [new math.OperatorNode('/', 'divide', [logarithm(value), logarithm(base)])]
  }
  const power = exponent.type === 'ConstantNode' ? Number((exponent as ConstantNode).value) : Number.NaN
  if ((base as SymbolNode).name !== variable || !Number.isInteger(power) || power < 3) return []
  const part = new math.OperatorNode('/', 'divide', [new math.ConstantNode(1), new math.ConstantNode(power)])
  const root = new math.OperatorNode('^', 'pow', [new math.ParenthesisNode(value), part])
  return power % 2 === 0 ? [root, new math.OperatorNode('-', 'unaryMinus', [root])] : [root]
}

function logarithm(node: MathNode): MathNode {
  return new math.FunctionNode(new math.SymbolNode('log'), [node])
}

/** What fails gives nothing. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
