/** An equation with other letters in it: the solutions are formulas. */
import { onlyPositive } from '../answer.ts'
import { degreeOf } from '../degree.ts'
import type { Formula } from '../formula.ts'
import { evaluator, positiveSamples, type Scope, samples } from '../sampling.ts'
import { showFormula } from '../show-formula.ts'
import { candidates } from './candidates.ts'
import { type Equation, holds } from './equation.ts'
import { isolate } from './isolate.ts'
import { complexOf, maybeMore, type SolutionSet } from './solution.ts'

/** Longer ones help nobody. */
const longest = 300

/** Those that make both sides the same, at least for positive values of the other letters. */
export function withParameters(equation: Equation, variable: string, others: readonly string[]): SolutionSet {
  const isolated = isolate(equation, variable)
  const alone = solving(isolated?.formulas ?? [], equation, { variable, others })
  const found = alone.length > 0 ? alone : solving(candidates(equation, variable), equation, { variable, others })
  const texts = found.map(({ formula, isGeneral }) => ({ text: showFormula(formula), isGeneral }))
  const shown = texts.filter(({ text }) => text.length <= longest)
  const isComplete = alone.length > 0 ? isolated?.isComplete : degreeOf(equation.zero.tree, [variable]) !== undefined
  const notes = [
    ...(shown.every(({ isGeneral }) => isGeneral) ? [] : [onlyPositive]),
    ...(isComplete && shown.length === texts.length ? [] : [maybeMore]),
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
