/** One equation for one variable. Every solution is put into the equation before it is told. */
import { algebra } from '../../nerdamer.ts'
import { answered, lettersFor, written } from '../formula.ts'
import { evaluator, isNear, samples } from '../sampling.ts'
import { attempt } from './candidates.ts'
import type { Equation } from './equation.ts'
import type { SolutionSet } from './solution.ts'
import { withNumbers } from './with-numbers.ts'
import { withParameters } from './with-parameters.ts'

export function solveOne(equation: Equation, variable: string): SolutionSet {
  const others = equation.zero.variables.filter((name) => name !== variable)
  const verdict = constantVerdict(equation)
  if (verdict) return verdict
  if (!equation.zero.variables.includes(variable)) return { kind: 'none' }
  return others.length > 0 ? withParameters(equation, variable, others) : withNumbers(equation, variable)
}

/** True or false for all values that were tried, and without the variable after all is counted together. */
function constantVerdict({ zero }: Equation): SolutionSet | undefined {
  const evaluate = evaluator(zero)
  const points = samples(zero.variables).map(evaluate)
  const nothing = { re: 0, im: 0 }
  if (points.every((point) => isNear(point, nothing, 1e-10))) return { kind: 'every' }
  const letters = lettersFor(zero.variables)
  const expanded = attempt(() => answered(algebra(`expand(${written(zero.tree, letters)})`), letters))
  return expanded && expanded.variables.length === 0 ? { kind: 'none' } : undefined
}
