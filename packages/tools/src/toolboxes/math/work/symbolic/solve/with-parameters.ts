/** An equation with other letters in it: the solutions are formulas. */
import { onlyPositive } from '../answer.ts'
import { degreeOf } from '../degree.ts'
import type { Formula } from '../formula.ts'
import { evaluator, positiveSamples, type Scope, samples } from '../sampling.ts'
import { showFormula } from '../show-formula.ts'
import { candidates, inverted } from './candidates.ts'
import { type Equation, holds } from './equation.ts'
import { complexOf, maybeMore, type SolutionSet } from './solution.ts'

/** Longer ones help nobody. */
const longest = 300

/** Those that make both sides the same, at least for positive values of the other letters. */
export function withParameters(equation: Equation, variable: string, others: readonly string[]): SolutionSet {
  const roots = solving(inverted(equation, variable), equation, { variable, others })
  const found = roots.length > 0 ? roots : solving(candidates(equation, variable), equation, { variable, others })
  const texts = found.map(({ formula, isGeneral }) => ({ text: showFormula(formula), isGeneral }))
  const shown = texts.filter(({ text }) => text.length <= longest)
  const isPolynomial = degreeOf(equation.zero.tree, [variable]) !== undefined
  const notes = [
    ...(shown.every(({ isGeneral }) => isGeneral) ? [] : [onlyPositive]),
    ...(isPolynomial && shown.length === texts.length && roots.length === 0 ? [] : [maybeMore]),
  ]
  return { kind: 'some', solutions: shown.map(({ text }) => ({ text, isExact: true })), notes }
}

type Letters = { readonly variable: string; readonly others: readonly string[] }
type Found = { readonly formula: Formula; readonly isGeneral: boolean }

function solving(formulas: readonly Formula[], equation: Equation, { variable, others }: Letters): readonly Found[] {
  const isSolved = holds(equation)
  return formulas.flatMap((formula): readonly Found[] => {
    const evaluate = evaluator(formula)
    const isSolvedBy = (scope: Scope) => isSolved({ ...scope, [variable]: complexOf(evaluate(scope)) })
    if (formula.variables.includes(variable)) return []
    if (areAll(samples(others).map(isSolvedBy))) return [{ formula, isGeneral: true }]
    return areAll(positiveSamples(others).map(isSolvedBy)) ? [{ formula, isGeneral: false }] : []
  })
}

/** Where there is no value there is nothing to see; somewhere there must be. */
function areAll(results: readonly (boolean | undefined)[]): boolean {
  const known = results.filter((result) => result !== undefined)
  return known.length >= 3 && known.every(Boolean)
}
