/** Equations solved, in words. */
import { type Answer, chosenVariable } from '../answer.ts'
import { evaluator } from '../sampling.ts'
import { showFormula } from '../show-formula.ts'
import { type Equation, readEquation, showEquation } from './equation.ts'
import { decimal, exactSolution, type Solution, solutionText } from './solution.ts'
import { solveOne } from './solve-one.ts'
import { type Assignment, NotSolved, solveSystem } from './solve-system.ts'

export type SolveInput = {
  readonly equations: readonly string[]
  readonly variables?: readonly string[] | undefined
}

export function solve({ equations: texts, variables }: SolveInput): Answer {
  const equations = texts.map(readEquation)
  const [first] = equations
  if (!first) throw new Error('`equations` is empty: give at least one.')
  if (equations.length === 1 && (variables?.length ?? 0) <= 1) return solveSingle(first, variables?.[0])
  const known = [...new Set(equations.flatMap(({ zero }) => zero.variables))].sort()
  const asked = (variables ?? known).map((name) => chosenVariable(name, known))
  return solveSeveral(equations, asked)
}

function solveSingle(equation: Equation, asked: string | undefined): Answer {
  const variable = chosenVariable(asked, equation.zero.variables)
  const set = solveOne(equation, variable)
  const name = showEquation(equation)
  if (set.kind === 'every')
    return { text: `${name} is true for every ${variable}`, data: { solutions: 'every', verified: true } }
  if (set.kind === 'none')
    return { text: `${name} has no solution for ${variable}`, data: { solutions: [], verified: true } }
  const { solutions, notes } = set
  if (solutions.length === 0) {
    return {
      text: `No solution of ${name} for ${variable} was found; there may be one all the same.`,
      data: { solutions: [], verified: false },
    }
  }
  const text = solutions.map((solution) => solutionText(variable, solution)).join(' or ')
  return {
    text: notes.length > 0 ? `${text}. ${notes.join(' ')}` : text,
    data: { variable, solutions: solutions.map(solutionData), verified: true },
  }
}

function solutionData({ text, isExact, value }: Solution) {
  const number = value && (value.im === 0 ? value.re : { re: value.re, im: value.im })
  return { ...(isExact && { exact: text }), ...(number !== undefined && { value: number }) }
}

function solveSeveral(equations: readonly Equation[], variables: readonly string[]): Answer {
  const found = assignmentsFor(equations, variables)
  if (!found) {
    return {
      text: 'No solution of these equations was found; there may be one all the same.',
      data: { solutions: [], verified: false },
    }
  }
  if (found.length === 0)
    return { text: 'These equations have no common solution', data: { solutions: [], verified: true } }
  const free = variables.filter((name) => !found[0]?.has(name))
  const texts = found.map((assignment) => assignmentText(assignment, variables))
  const tail = free.length > 0 ? `, for every ${free.join(' and ')}` : ''
  return {
    text: `${texts.join('; or ')}${tail}`,
    data: { solutions: found.map((assignment) => assignmentData(assignment, variables)), free, verified: true },
  }
}

function assignmentsFor(
  equations: readonly Equation[],
  variables: readonly string[],
): readonly Assignment[] | undefined {
  try {
    return solveSystem(equations, variables)
  } catch (error) {
    if (error instanceof NotSolved) return undefined
    throw error
  }
}

function assignmentText(assignment: Assignment, variables: readonly string[]): string {
  return variables
    .flatMap((name) => {
      const formula = assignment.get(name)
      if (!formula) return []
      return formula.variables.length > 0
        ? [`${name} = ${showFormula(formula)}`]
        : [solutionText(name, exactSolution(formula))]
    })
    .join(', ')
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
