/** Several equations: one after the other is solved for a variable and put into the rest. */
import { math } from '../../mathjs.ts'
import { algebra } from '../../nerdamer.ts'
import { degreeOf } from '../degree.ts'
import { answered, type Formula, formulaOf, lettersFor, readFormula, substituted, written } from '../formula.ts'
import { evaluator, samples } from '../sampling.ts'
import { showFormula } from '../show-formula.ts'
import { attempt } from './candidates.ts'
import { type Equation, equationOf, holds } from './equation.ts'
import { complexOf, formulaFor } from './solution.ts'
import { solveOne } from './solve-one.ts'

/** A formula for each variable that is determined. */
export type Assignment = ReadonlyMap<string, Formula>

const mostBranches = 24

/** Assignments that solve all equations, and whether there can be no others. */
export type SystemSolution = { readonly assignments: readonly Assignment[]; readonly isComplete: boolean }

export function solveSystem(equations: readonly Equation[], variables: readonly string[]): SystemSolution {
  const progress = { isComplete: true }
  const found = branch(
    equations.map(({ zero }) => zero),
    { variables, budget: mostBranches, progress },
  )
  const solving = found.filter((assignment) => isSolution(equations, assignment))
  const distinct = new Map(solving.map((assignment) => [textOf(assignment), assignment]))
  return { assignments: [...distinct.values()], isComplete: progress.isComplete }
}

type Search = {
  readonly variables: readonly string[]
  readonly budget: number
  readonly progress: { isComplete: boolean }
}

/** The assignments that make all formulas zero; none when one of them is a number that is not. */
function branch(zeros: readonly Formula[], search: Search): readonly Assignment[] {
  const { variables, budget, progress } = search
  const open = zeros.map(expanded).filter((zero) => !isAlways(zero, 0))
  if (open.some((zero) => zero.variables.every((name) => !variables.includes(name)))) return []
  if (open.length === 0) return [new Map()]
  const step = nextStep(open, variables)
  if (!step) {
    progress.isComplete = false
    return []
  }
  const rest = open.filter((zero) => zero !== step.zero)
  const share = Math.max(1, Math.floor(budget / (step.values.length + 1)))
  if (step.kind === 'unsure' || step.values.length > budget) progress.isComplete = false
  const others = { ...search, variables: variables.filter((name) => name !== step.variable), budget: share }
  const solved = step.values.slice(0, budget).flatMap((value) => {
    const replaced = rest.map(({ tree }) => formulaOf(substituted(tree, step.variable, value.tree)))
    return branch(replaced, others).map(
      (assignment) => new Map([...assignment, [step.variable, filledIn(value, assignment)]]),
    )
  })
  // What was divided by may be zero.
  return step.kind === 'divided'
    ? [...solved, ...branch([...rest, ...step.parts], { ...search, budget: share })]
    : solved
}

type Step = {
  readonly zero: Formula
  readonly variable: string
  readonly values: readonly Formula[]
  /** All solutions; all but where the factor of the variable is zero; or maybe more. */
  readonly kind: 'sure' | 'divided' | 'unsure'
  /** The factor of the variable, and the rest: both zero where the factor is. */
  readonly parts: readonly Formula[]
}

/** The simplest equation for a variable: linear ones with a number before it first, then those of few variables. */
function nextStep(open: readonly Formula[], variables: readonly string[]): Step | undefined {
  const pairs = open.flatMap((zero) =>
    variables.filter((variable) => zero.variables.includes(variable)).map((variable) => pairOf(zero, variable)),
  )
  pairs.sort((a, b) => a.rank - b.rank || a.zero.variables.length - b.zero.variables.length)
  for (const { zero, variable, kind, parts } of pairs) {
    const values = valuesFor(zero, variable)
    if (values.length > 0) return { zero, variable, values, kind, parts }
  }
  return undefined
}

function pairOf(zero: Formula, variable: string) {
  const degree = degreeOf(zero.tree, [variable])
  if (degree !== 1) {
    const isSure = degree !== undefined && zero.variables.length === 1
    return {
      zero,
      variable,
      kind: isSure ? ('sure' as const) : ('unsure' as const),
      parts: [],
      rank: (degree ?? 99) * 2,
    }
  }
  const [at0, at1] = [0, 1].map((value) => substituted(zero.tree, variable, new math.ConstantNode(value)))
  if (!at0 || !at1) return { zero, variable, kind: 'unsure' as const, parts: [], rank: 99 }
  const factor = expanded(formulaOf(new math.OperatorNode('-', 'subtract', [at1, new math.ParenthesisNode(at0)])))
  const isNumber = factor.variables.length === 0
  const kind = isNumber ? ('sure' as const) : ('divided' as const)
  return { zero, variable, kind, parts: [factor, formulaOf(at0)], rank: isNumber ? 1 : 3 }
}

function textOf(assignment: Assignment): string {
  return [...assignment]
    .map(([name, formula]) => `${name} = ${showFormula(formula)}`)
    .sort()
    .join(', ')
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
  const results = samples([...free]).map((scope) => {
    const assigned = values.map(([name, evaluate]) => [name, complexOf(evaluate(scope))] as const)
    return checks.map((check) => check({ ...scope, ...Object.fromEntries(assigned) }))
  })
  const isNever = results.some((result) => result.includes(false))
  return !isNever && results.some((result) => result.every(Boolean))
}
