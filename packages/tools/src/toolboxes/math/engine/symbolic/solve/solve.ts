/** Equations solved, in words. */
import { type Answer, chosenVariable } from '../answer.ts'
import { type Equation, readEquation, showEquation } from './equation.ts'
import { type Solution, solutionText } from './solution.ts'
import { solveOne } from './solve-one.ts'
import { solveSeveral } from './solve-several.ts'

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
    return answer(`${name} is true for every ${variable}`, { solutions: 'every', verified: true })
  if (set.kind === 'none') return answer(`${name} has no solution for ${variable}`, { solutions: [], verified: true })
  const { solutions, notes } = set
  if (solutions.length === 0) {
    const text = `No solution of ${name} for ${variable} was found; there may be one all the same.`
    return answer(text, { solutions: [], verified: false })
  }
  const text = solutions.map((solution) => solutionText(variable, solution)).join(' or ')
  const data = { variable, solutions: solutions.map(solutionData), verified: true }
  return answer(notes.length > 0 ? `${text}. ${notes.join(' ')}` : text, data)
}

function answer(text: string, data: Answer['data']): Answer {
  return { text, data }
}

function solutionData({ text, isExact, value }: Solution) {
  const number = value && (value.im === 0 ? value.re : { re: value.re, im: value.im })
  return { ...(isExact && { exact: text }), ...(number !== undefined && { value: number }) }
}
