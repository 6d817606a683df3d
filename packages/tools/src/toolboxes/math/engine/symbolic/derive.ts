/** Derivatives. */
import { algebra } from '../nerdamer.ts'
import { type Answer, chosenVariable, notVerified } from './answer.ts'
import { answered, type Formula, lettersFor, readFormula, written } from './formula.ts'
import { compareValues, evaluator, slope } from './sampling.ts'
import { showFormula } from './show-formula.ts'

export type DeriveInput = {
  readonly expression: string
  readonly variable?: string | undefined
  readonly order?: number | undefined
}

export function derive({ expression, variable: asked, order = 1 }: DeriveInput): Answer {
  const formula = readFormula(expression)
  const variable = chosenVariable(asked, formula.variables)
  const steps = [formula]
  for (let step = 0; step < order; step += 1) steps.push(derivative(steps.at(-1) ?? formula, variable))
  const result = steps.at(-1) ?? formula
  const isVerified = steps.slice(1).every((next, index) => isSlopeOf(next, steps[index] ?? formula, variable))
  const name = order === 1 ? `d/d${variable}` : `d^${order}/d${variable}^${order}`
  const text = `${name} of ${showFormula(formula)} = ${showFormula(result)}`
  return {
    text: isVerified ? text : `${text}. ${notVerified}`,
    data: { result: showFormula(result), variable, order, verified: isVerified },
  }
}

function derivative(formula: Formula, variable: string): Formula {
  const letters = lettersFor([...formula.variables, variable])
  return answered(algebra(`diff(${written(formula.tree, letters)},${letters.get(variable)})`), letters)
}

/** Whether one formula is the derivative of another, by its values. */
export function isSlopeOf(candidate: Formula, formula: Formula, variable: string): boolean {
  const variables = [...new Set([...formula.variables, ...candidate.variables, variable])]
  const verdict = compareValues(slope(evaluator(formula), variable), evaluator(candidate), variables, 1e-5)
  return verdict === 'same' || verdict === 'same-if-positive'
}
