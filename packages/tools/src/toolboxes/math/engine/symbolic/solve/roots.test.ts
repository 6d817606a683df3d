import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { area } from '../quadrature.ts'
import { polynomialRoots } from './polynomial-roots.ts'
import { evenGrid, rootsOn, wideGrid } from './real-roots.ts'
import { recognise } from './recognise.ts'

describe('roots by numbers', () => {
  it('finds where a curve crosses zero, and where it only touches it', () => {
    const near = (roots: readonly number[], expected: readonly number[]) => {
      expect(roots).toHaveLength(expected.length)
      for (const [index, root] of roots.entries()) expect(root).toBeCloseTo(expected[index] ?? Number.NaN, 9)
    }
    near(
      rootsOn((x) => x * x - 2, wideGrid()),
      [-Math.SQRT2, Math.SQRT2],
    )
    near(
      rootsOn((x) => (x - 1) ** 2, wideGrid()),
      [1],
    )
    near(rootsOn(Math.sin, evenGrid(-1, 7, 500)), [0, Math.PI, 2 * Math.PI])
    near(
      rootsOn((x) => x - 5000, wideGrid()),
      [5000],
    )
  })

  it('takes no pole for a root', () => {
    expect(rootsOn((x) => 1 / (x - 1), wideGrid())).toEqual([])
    expect(rootsOn(Math.tan, evenGrid(1, 2, 100))).toEqual([])
  })

  it('finds the roots a polynomial was made of', () => {
    const root = fc.integer({ min: -6, max: 6 })
    fc.assert(
      fc.property(fc.uniqueArray(root, { minLength: 1, maxLength: 6 }), (roots) => {
        let coefficients = [1]
        for (const one of roots) {
          const longer = [...coefficients, 0]
          coefficients = longer.map((_, power) => (coefficients[power - 1] ?? 0) - one * (coefficients[power] ?? 0))
        }
        const found = polynomialRoots(coefficients).map(({ re, im }) => [re, im])
        for (const one of roots)
          expect(found.some(([re, im]) => Math.hypot((re ?? 9e9) - one, im ?? 0) < 1e-5)).toBe(true)
        expect(found).toHaveLength(roots.length)
      }),
    )
  })

  it.each([[[]], [[5]], [[0, 0]], [Array.from({ length: 60 }, () => 1)]])('has no roots for %j', (coefficients) => {
    expect(polynomialRoots(coefficients)).toEqual([])
  })
})

describe('recognise', () => {
  it.each([
    [0, '0'],
    [2, '2'],
    [-0.75, '-3/4'],
    [1 / 3, '1/3'],
    [Math.PI, 'pi'],
    [(5 * Math.PI) / 6, '5*pi/6'],
    [-Math.PI / 2, '-pi/2'],
    [Math.SQRT2, 'sqrt(2)'],
    [-Math.sqrt(3 / 5), '-sqrt(3/5)'],
    [Math.sqrt(Math.PI), 'sqrt(pi)'],
    [Math.log(5), 'log(5)'],
    [Math.E, 'e'],
    [Math.E ** 2, 'e^2'],
    [Math.exp(-0.5), 'e^(-1/2)'],
  ])('%d is %s', (value, expected) => {
    expect(recognise(value)).toBe(expected)
  })

  it.each([0.7390851332151607, 1.1673039782614187, Number.NaN, Number.POSITIVE_INFINITY])('%d has no name', (value) => {
    expect(recognise(value)).toBeUndefined()
  })
})

describe('area', () => {
  const [left, right] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]

  it.each<[string, (x: number) => number, readonly [number, number], number]>([
    ['a parabola', (x) => x * x, [0, 3], 9],
    ['a steep start', (x) => 1 / Math.sqrt(x), [0, 4], 4],
    ['a logarithm from zero', Math.log, [0, 1], -1],
    ['a tail', (x) => Math.exp(-x), [0, right], 1],
    ['a tail to the left', (x) => Math.exp(x), [left, 0], 1],
    ['a bell', (x) => Math.exp(-x * x), [left, right], Math.sqrt(Math.PI)],
    ['a way back', (x) => x, [2, 0], -2],
    ['nothing', (x) => x, [2, 2], 0],
  ])('of %s', (_, curve, [from, to], expected) => {
    expect(area(curve, from, to)).toBeCloseTo(expected, 9)
  })

  it('has no value where it is infinite', () => {
    expect(area((x) => 1 / x, 0, 1)).toBeUndefined()
    expect(area((x) => 1 / x, -1, 1)).toBeUndefined()
    expect(area((x) => 1 / (x - 0.3) ** 2, 0, 1)).toBeUndefined()
    expect(area((x) => x, 0, Number.POSITIVE_INFINITY)).toBeUndefined()
  })
})
