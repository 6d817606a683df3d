/** An equation with one letter in it: the solutions are numbers. */
import { math } from '../../mathjs.ts'
import { algebra } from '../../nerdamer.ts'
import { degreeOf } from '../degree.ts'
import { answered, type Formula, lettersFor, written } from '../formula.ts'
import { evaluator, isFinitePoint, isNear, type Point } from '../sampling.ts'
import { attempt, candidates } from './candidates.ts'
import { type Equation, holds } from './equation.ts'
import { isolate } from './isolate.ts'
import { periodOf } from './period.ts'
import { polynomialRoots } from './polynomial-roots.ts'
import { evenGrid, rootsOn, wideGrid } from './real-roots.ts'
import { recognise } from './recognise.ts'
import {
  complexOf,
  distinctSolutions,
  exactSolution,
  maybeMore,
  numericSolution,
  type Solution,
  type SolutionSet,
} from './solution.ts'

/** Those of algebra, those that can be seen on the curve, and all roots of a polynomial: each put into the equation. */
export function withNumbers(equation: Equation, variable: string): SolutionSet {
  const period = periodOf(equation.zero, variable)
  if (period) return periodic(equation, variable, period)
  const degree = degreeOf(equation.zero.tree, [variable])
  const isSolved = holds(equation)
  const isolated = isolate(equation, variable)
  const found = [...(isolated?.formulas ?? []), ...candidates(equation, variable)]
    .filter(({ variables }) => variables.length === 0)
    .map((formula) => polished(equation, variable, exactSolution(formula)))
  const curve = realCurve(equation.zero, variable)
  const seen = rootsOn(curve, wideGrid()).map((root) => numericSolution({ re: root, im: 0 }))
  const all = degree === undefined ? [] : polynomialRoots(coefficients(equation.zero, variable)).map(numericSolution)
  const solutions = distinctSolutions([...found, ...seen, ...all]).filter(
    ({ value }) => value && isFinitePoint(value) && isSolved({ [variable]: complexOf(value) }),
  )
  const isComplete = degree !== undefined || isolated?.isComplete === true
  if (solutions.length === 0 && isComplete) return { kind: 'none' }
  const notes = isComplete ? [] : [maybeMore]
  return { kind: 'some', solutions, notes }
}

/** Of a polynomial, from the constant up; none when they are no numbers. */
function coefficients({ tree, variables }: Formula, variable: string): readonly number[] {
  const letters = lettersFor([...variables, variable])
  const text = attempt(() => algebra(`coeffs(${written(tree, letters)},${letters.get(variable)})`)) ?? ''
  const inside = /^\[(.+)\]$/.exec(text)?.[1]
  const values = inside?.split(',').map((part) => attempt(() => evaluator(answered(part, letters))({}))) ?? []
  return values.every((value) => value && isFinitePoint(value) && value.im === 0)
    ? values.map((value) => value?.re ?? 0)
    : []
}

/** A decimal number is brought closer to the root it is near. */
function polished({ zero }: Equation, variable: string, solution: Solution): Solution {
  if (solution.isExact || !solution.value) return solution
  const evaluate = evaluator(zero)
  let at = solution.value
  for (let step = 0; step < 20; step += 1) {
    const [here, beside] = [at, { re: at.re + 1e-7, im: at.im }].map((point) =>
      evaluate({ [variable]: complexOf(point) }),
    )
    if (!here || !beside) break
    const moved = math.divide(math.complex(here.re, here.im), slopeOf(here, beside)) as { re: number; im: number }
    if (!Number.isFinite(moved.re) || !Number.isFinite(moved.im)) break
    at = { re: at.re - moved.re, im: at.im - moved.im }
  }
  return isNear(at, solution.value, 1e-3) ? numericSolution(at) : solution
}

function slopeOf(here: Point, beside: Point) {
  return math.complex((beside.re - here.re) / 1e-7, (beside.im - here.im) / 1e-7)
}

/** The roots of one turn, and the length of the turn. */
function periodic({ zero }: Equation, variable: string, period: number): SolutionSet {
  const roots = rootsOn(realCurve(zero, variable), evenGrid(-1.3e-6, period - 1.3e-6, 4000))
  const turn = period === Math.PI ? 'pi*k' : '2*pi*k'
  const solutions = roots.map((root) => {
    const start = recognise(root) ?? String(Number(root.toPrecision(10)))
    return { text: start === '0' ? turn : `${start} + ${turn}`, isExact: recognise(root) !== undefined }
  })
  return { kind: 'some', solutions, notes: solutions.length > 0 ? ['k is any whole number.'] : [] }
}

function realCurve(formula: Formula, variable: string): (x: number) => number {
  const evaluate = evaluator(formula)
  return (x) => {
    const { re, im } = evaluate({ [variable]: x })
    return Math.abs(im) < 1e-12 ? re : Number.NaN
  }
}
