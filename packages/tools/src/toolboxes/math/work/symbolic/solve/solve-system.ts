/** Several equations: one after the other is solved for a variable and put into the rest. */
import { algebra } from '../../nerdamer.ts'
import { degreeOf } from '../degree.ts'
import { answered, type Formula, formulaOf, lettersFor, readFormula, substituted, written } from '../formula.ts'
import { evaluator, samples } from '../sampling.ts'
import { type Equation, equationOf, holds } from './equation.ts'
import { formulaFor } from './solution.ts'
import { attempt, complexOf, solveOne } from './solve-one.ts'

/** A formula for each variable that is determined. */
export type Assignment = ReadonlyMap<string, Formula>

const mostBranches = 24

/** Thrown when no equation can be solved for a variable. */
export class NotSolved extends Error {}

export function solveSystem(equations: readonly Equation[], variables: readonly string[]): readonly Assignment[] {
  const found = branch(
    equations.map(({ zero }) => zero),
    variables,
    mostBranches,
  )
  return found.filter((assignment) => isSolution(equations, assignment))
}

/** The assignments that make all formulas zero; none when one of them is a number that is not. */
function branch(zeros: readonly Formula[], variables: readonly string[], budget: number): readonly Assignment[] {
  const open = zeros.map(expanded).filter((zero) => !isAlways(zero, 0))
  if (open.some((zero) => zero.variables.every((name) => !variables.includes(name)))) return []
  const [first] = open
  if (!first) return [new Map()]
  const step = nextStep(open, variables)
  if (!step) throw new NotSolved('No equation of the system could be solved for one of the variables.')
  const rest = open.filter((zero) => zero !== step.zero)
  return step.values.slice(0, budget).flatMap((value) => {
    const others = variables.filter((name) => name !== step.variable)
    const replaced = rest.map(({ tree }) => formulaOf(substituted(tree, step.variable, value.tree)))
    const inner = branch(replaced, others, Math.max(1, Math.floor(budget / step.values.length)))
    return inner.map((assignment) => new Map([...assignment, [step.variable, filledIn(value, assignment)]]))
  })
}

type Step = { readonly zero: Formula; readonly variable: string; readonly values: readonly Formula[] }

/** The simplest equation for a variable: linear ones first, those with the fewest variables first. */
function nextStep(open: readonly Formula[], variables: readonly string[]): Step | undefined {
  const pairs = open.flatMap((zero) =>
    variables
      .filter((variable) => zero.variables.includes(variable))
      .map((variable) => ({ zero, variable, degree: degreeOf(zero.tree, [variable]) ?? 99 })),
  )
  pairs.sort((a, b) => a.degree - b.degree || a.zero.variables.length - b.zero.variables.length)
  for (const { zero, variable } of pairs) {
    const values = valuesFor(zero, variable)
    if (values.length > 0) return { zero, variable, values }
  }
  return undefined
}

function valuesFor(zero: Formula, variable: string): readonly Formula[] {
  const set = solveOne(equationOf(zero, readFormula('0')), variable)
  if (set.kind !== 'some') return []
  return set.solutions.flatMap((solution) =>
    /\*k$/.test(solution.text) ? [] : (attempt(() => formulaFor(solution)) ?? []),
  )
}

/** Counted together, so that what cancels is gone. */
function expanded(formula: Formula): Formula {
  const letters = lettersFor(formula.variables)
  return attempt(() => answered(algebra(`expand(${written(formula.tree, letters)})`), letters)) ?? formula
}

function isAlways(formula: Formula, value: number): boolean {
  const evaluate = evaluator(formula)
  return samples(formula.variables).every((scope) => {
    const { re, im } = evaluate(scope)
    return Math.abs(re - value) < 1e-9 && Math.abs(im) < 1e-9
  })
}

function filledIn(value: Formula, assignment: Assignment): Formula {
  const tree = [...assignment].reduce((filled, [name, formula]) => substituted(filled, name, formula.tree), value.tree)
  const letters = lettersFor(formulaOf(tree).variables)
  return attempt(() => answered(algebra(written(tree, letters)), letters)) ?? formulaOf(tree)
}

/** Whether all equations hold, whatever the variables are that stay free. */
function isSolution(equations: readonly Equation[], assignment: Assignment): boolean {
  const free = new Set(equations.flatMap(({ zero }) => zero.variables).filter((name) => !assignment.has(name)))
  const values = [...assignment].map(([name, formula]) => [name, evaluator(formula)] as const)
  const checks = equations.map(holds)
  return samples([...free]).every((scope) => {
    const full = {
      ...scope,
      ...Object.fromEntries(values.map(([name, evaluate]) => [name, complexOf(evaluate(scope))])),
    }
    return checks.every((check) => check(full) !== false)
  })
}
