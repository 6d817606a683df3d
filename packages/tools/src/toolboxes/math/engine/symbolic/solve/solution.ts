/** Solutions for one variable. */
import { math } from '../../mathjs.ts'
import { type Formula, readFormula } from '../formula.ts'
import { evaluator, isNear, type Point } from '../sampling.ts'
import { showFormula } from '../show-formula.ts'
import { recognise } from './recognise.ts'

export type Solution = {
  /** `sqrt(2)`, `pi/6 + 2*pi*k`, or a decimal number when nothing exact was found. */
  readonly text: string
  readonly isExact: boolean
  /** Its value, unless it depends on other variables. */
  readonly value?: Point
}

/** What is known of the solutions of an equation. */
export type SolutionSet =
  | { readonly kind: 'every' }
  | { readonly kind: 'none' }
  | { readonly kind: 'some'; readonly solutions: readonly Solution[]; readonly notes: readonly string[] }

/** A formula without variables: as it is when it is short, else by a name or its digits. */
export function exactSolution(formula: Formula): Solution {
  const value = evaluator(formula)({})
  const text = showFormula(formula)
  // A fraction goes before `log(8)/log(2)`.
  const plain = value.im === 0 ? recognise(value.re) : undefined
  if (plain !== undefined && /^[-\d/]+$/.test(plain)) return { text: plain, isExact: true, value }
  const isShort = text.length <= 60 && !/\d{7}|\.\d/.test(text)
  return isShort ? { text, isExact: true, value } : numericSolution(value)
}

export function numericSolution(value: Point): Solution {
  const isReal = Math.abs(value.im) < 1e-10 * Math.max(1, Math.abs(value.re))
  const exact = isReal ? recognise(value.re) : undefined
  if (exact !== undefined) return { text: exact, isExact: true, value: { re: value.re, im: 0 } }
  return { text: decimal(value), isExact: false, value: isReal ? { re: value.re, im: 0 } : value }
}

export function decimal({ re, im }: Point): string {
  const round = (part: number) => Number(part.toPrecision(10))
  if (Math.abs(im) < 1e-10 * Math.max(1, Math.abs(re))) return String(round(re))
  const real = Math.abs(re) < 1e-10 * Math.abs(im) ? 0 : round(re)
  return math.format(math.complex(real, round(im)), 10)
}

/** `x = sqrt(2) (≈ 1.414213562)`. */
export function solutionText(variable: string, { text, isExact, value }: Solution): string {
  if (!isExact) return `${variable} ≈ ${text}`
  const isPlain = value === undefined || /^-?\d+$/.test(text) || text === decimal(value)
  return isPlain ? `${variable} = ${text}` : `${variable} = ${text} (≈ ${decimal(value)})`
}

export const maybeMore = 'There may be more solutions than those that were found.'

/** A real number stays one: some functions take no others. */
export function complexOf({ re, im }: Point) {
  return im === 0 ? re : math.complex(re, im)
}

/** Each value once; real ones first, by size. */
export function distinctSolutions(solutions: readonly Solution[]): readonly Solution[] {
  const kept: Solution[] = []
  for (const solution of solutions) {
    const at = kept.findIndex((one) => isSame(one, solution))
    if (at < 0) kept.push(solution)
    else if (solution.isExact && !kept[at]?.isExact) kept[at] = solution
  }
  return kept.sort((a, b) => order(a.value, b.value))
}

function isSame(one: Solution, other: Solution): boolean {
  if (!one.value || !other.value) return one.text === other.text
  return isNear(one.value, other.value, 1e-7)
}

function order(a: Point | undefined, b: Point | undefined): number {
  if (!a || !b) return 0
  return Math.abs(a.im) - Math.abs(b.im) || a.re - b.re || b.im - a.im
}

/** The solution as a formula that can be put into others, with all its digits. */
export function formulaFor({ text, isExact, value }: Solution): Formula {
  if (isExact || !value) return readFormula(text)
  return readFormula(value.im === 0 ? String(value.re) : `${value.re} + (${value.im}) * i`)
}
