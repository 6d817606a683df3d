/** Formulas checked by numbers: at a few points, the same for everyone. */
import type { Complex } from 'mathjs'
import { math } from '../mathjs.ts'
import type { Formula } from './formula.ts'

export type Scope = Readonly<Record<string, number | Complex>>
export type Point = { readonly re: number; readonly im: number }

const nowhere: Point = { re: Number.NaN, im: Number.NaN }

/** A formula made ready to be evaluated often. */
export function evaluator({ tree }: Formula): (scope: Scope) => Point {
  const code = tree.compile()
  return (scope) => {
    try {
      return pointOf(code.evaluate(new Map(Object.entries(scope))))
    } catch {
      return nowhere
    }
  }
}

function pointOf(value: unknown): Point {
  if (typeof value === 'number') return { re: value, im: 0 }
  return math.isComplex(value) ? { re: value.re, im: value.im } : nowhere
}

export function isFinitePoint({ re, im }: Point): boolean {
  return Number.isFinite(re) && Number.isFinite(im)
}

export function isNear(a: Point, b: Point, tolerance: number): boolean {
  const size = Math.max(1, Math.hypot(a.re, a.im), Math.hypot(b.re, b.im))
  return Math.hypot(a.re - b.re, a.im - b.im) <= tolerance * size
}

/** Numbers without a pattern that a formula could have: the first positive, then of both signs. */
const values = [0.731, 1.327, 2.119, 0.274, 1.873, 2.641, 3.517, 0.447, -0.583, -1.419, -2.233, -0.127]
const positive = 8

/** Values for the variables, another one for each: of mixed signs, and at last all below zero. */
export function samples(variables: readonly string[]): readonly Scope[] {
  const mixed = values.map((_, index) =>
    Object.fromEntries(variables.map((name, shift) => [name, values[(index + 5 * shift) % values.length] ?? 1])),
  )
  const negative = values.slice(positive)
  const below = negative.map((_, index) =>
    Object.fromEntries(variables.map((name, shift) => [name, negative[(index + shift) % negative.length] ?? -1])),
  )
  return [...mixed, ...below]
}

export function positiveSamples(variables: readonly string[]): readonly Scope[] {
  return Array.from({ length: positive }, (_, index) =>
    Object.fromEntries(variables.map((name, shift) => [name, values[(index + 3 * shift) % positive] ?? 1])),
  )
}

/** Whether two formulas are the same: everywhere, for positive values alone, not, or nobody can tell. */
export type Sameness = 'same' | 'same-if-positive' | 'different' | 'unknown'

export function compare(one: Formula, other: Formula): Sameness {
  const variables = [...new Set([...one.variables, ...other.variables])]
  return compareValues(evaluator(one), evaluator(other), variables)
}

type Evaluate = (scope: Scope) => Point

export function compareValues(
  one: Evaluate,
  other: Evaluate,
  variables: readonly string[],
  tolerance = 1e-7,
): Sameness {
  const everywhere = verdict(one, other, samples(variables), tolerance)
  if (everywhere !== 'different') return everywhere
  return verdict(one, other, positiveSamples(variables), tolerance) === 'same' ? 'same-if-positive' : 'different'
}

/** Where one of them has no value there is nothing to compare. */
function verdict(one: Evaluate, other: Evaluate, scopes: readonly Scope[], tolerance: number): Sameness {
  const pairs = scopes.map((scope) => [one(scope), other(scope)] as const)
  const known = pairs.filter(([a, b]) => isFinitePoint(a) && isFinitePoint(b))
  if (known.length < 3) return 'unknown'
  return known.every(([a, b]) => isNear(a, b, tolerance)) ? 'same' : 'different'
}

/** The slope of a formula, from its values nearby. */
export function slope(evaluate: Evaluate, variable: string): Evaluate {
  const step = 1e-3
  return (scope) => {
    const at = Number(scope[variable] ?? 0)
    const value = (offset: number) => evaluate({ ...scope, [variable]: at + offset * step })
    const [far, near] = [difference(value(2), value(-2)), difference(value(1), value(-1))]
    return { re: (8 * near.re - far.re) / (12 * step), im: (8 * near.im - far.im) / (12 * step) }
  }
}

function difference(a: Point, b: Point): Point {
  return { re: a.re - b.re, im: a.im - b.im }
}
