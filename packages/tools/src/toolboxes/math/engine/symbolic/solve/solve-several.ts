/** Several equations solved, in words. */
import type { Answer } from '../answer.ts'
import { evaluator } from '../sampling.ts'
import { showFormula } from '../show-formula.ts'
import type { Equation } from './equation.ts'
import { decimal, exactSolution, maybeMore, solutionText } from './solution.ts'
import { type Assignment, solveSystem } from './solve-system.ts'

export function solveSeveral(equations: readonly Equation[], variables: readonly string[]): Answer {
  const { assignments, isComplete } = solveSystem(equations, variables)
  if (assignments.length === 0) {
    const text = isComplete
      ? 'These equations have no common solution'
      : 'No solution of these equations was found; there may be one all the same.'
    return { text, data: { solutions: [], verified: isComplete } }
  }
  const text = assignments.map((assignment) => assignmentText(assignment, variables)).join('; or ')
  return {
    text: isComplete ? text : `${text}. ${maybeMore}`,
    data: { solutions: assignments.map((assignment) => assignmentData(assignment, variables)), verified: true },
  }
}

/** `x = 4, y = 3`, and what stays free. */
function assignmentText(assignment: Assignment, variables: readonly string[]): string {
  const parts = variables.flatMap((name) => {
    const formula = assignment.get(name)
    if (!formula) return []
    return formula.variables.length > 0
      ? [`${name} = ${showFormula(formula)}`]
      : [solutionText(name, exactSolution(formula))]
  })
  const free = variables.filter((name) => !assignment.has(name))
  return free.length > 0 ? `${parts.join(', ')}, for every ${free.join(' and ')}` : parts.join(', ')
}

function assignmentData(assignment: Assignment, variables: readonly string[]) {
  return Object.fromEntries(
    variables.flatMap((name) => {
      const formula = assignment.get(name)
      if (!formula) return []
      const exact = showFormula(formula)
      return [[name, formula.variables.length > 0 ? { exact } : { exact, value: decimal(evaluator(formula)({})) }]]
    }),
  )
}
