/** All roots of a polynomial at once, real and complex, by numbers: each guess is pushed away by the others. */
import type { Point } from '../sampling.ts'

const highestDegree = 40

/** From its coefficients, the constant first. */
export function polynomialRoots(coefficients: readonly number[]): readonly Point[] {
  const degree = coefficients.findLastIndex((coefficient) => coefficient !== 0)
  const leading = coefficients[degree] ?? 0
  if (degree < 1 || degree > highestDegree) return []
  const monic = coefficients.slice(0, degree + 1).map((coefficient) => coefficient / leading)
  const radius = 1 + Math.max(...monic.slice(0, degree).map(Math.abs))
  let roots = Array.from({ length: degree }, (_, index) => around(radius, (2 * Math.PI * index) / degree + 0.4))
  for (let round = 0; round < 500; round += 1) {
    const moved = roots.map((root, index) => minus(root, over(valueAt(monic, root), distances(roots, index))))
    const shift = Math.max(...moved.map((root, index) => size(minus(root, roots[index] ?? root))))
    roots = moved
    if (!(shift > 1e-15 * radius)) break
  }
  return roots.filter(({ re, im }) => Number.isFinite(re) && Number.isFinite(im))
}

function valueAt(coefficients: readonly number[], at: Point): Point {
  return coefficients.reduceRight<Point>((sum, coefficient) => {
    const product = times(sum, at)
    return { re: product.re + coefficient, im: product.im }
  }, zero)
}

/** The product of the ways from one guess to all others. */
function distances(roots: readonly Point[], index: number): Point {
  const here = roots[index] ?? zero
  return roots.reduce<Point>((product, other, at) => (at === index ? product : times(product, minus(here, other))), one)
}

const zero: Point = { re: 0, im: 0 }
const one: Point = { re: 1, im: 0 }

function around(radius: number, angle: number): Point {
  return { re: radius * Math.cos(angle) * 0.7, im: radius * Math.sin(angle) * 0.7 }
}

function minus(a: Point, b: Point): Point {
  return { re: a.re - b.re, im: a.im - b.im }
}

function times(a: Point, b: Point): Point {
  return { re: a.re * b.re - a.im * b.im, im: a.re * b.im + a.im * b.re }
}

function over(a: Point, b: Point): Point {
  const length = b.re * b.re + b.im * b.im
  return { re: (a.re * b.re + a.im * b.im) / length, im: (a.im * b.re - a.re * b.im) / length }
}

function size({ re, im }: Point): number {
  return Math.hypot(re, im)
}
