/** Equations: two formulas that are to be the same. */
import { math } from '../../mathjs.ts'
import { type Formula, formulaOf, readFormula } from '../formula.ts'
import { evaluator, isFinitePoint, isNear, type Scope } from '../sampling.ts'
import { showFormula } from '../show-formula.ts'

export type Equation = {
  readonly left: Formula
  readonly right: Formula
  /** Left minus right: what has to be zero. */
  readonly zero: Formula
}

export function readEquation(text: string): Equation {
  if (/[<>≤≥≠]|!=/.test(text))
    throw new Error(`\`${text.slice(0, 60)}\` is no equation: inequalities cannot be solved here.`)
  const sides = text.replaceAll('==', '=').split('=')
  if (sides.length > 2)
    throw new Error(`\`${text.slice(0, 60)}\` has more than one \`=\`: give several equations as a list.`)
  const [left = '', right = '0'] = sides
  if (left.trim() === '' || right.trim() === '') throw new Error(`\`${text.slice(0, 60)}\` lacks one of its sides.`)
  return equationOf(readFormula(left), readFormula(right))
}

export function equationOf(left: Formula, right: Formula): Equation {
  const sides = [new math.ParenthesisNode(left.tree), new math.ParenthesisNode(right.tree)] as const
  return { left, right, zero: formulaOf(new math.OperatorNode('-', 'subtract', [...sides])) }
}

export function showEquation({ left, right }: Equation): string {
  return `${showFormula(left)} = ${showFormula(right)}`
}

/** Whether both sides have the same value; nothing where one has none. */
export function holds({ left, right }: Equation): (scope: Scope) => boolean | undefined {
  const [first, second] = [evaluator(left), evaluator(right)]
  return (scope) => {
    const [a, b] = [first(scope), second(scope)]
    return isFinitePoint(a) && isFinitePoint(b) ? isNear(a, b, 1e-7) : undefined
  }
}
