import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chiSquaredPoint, chiSquaredTail } from './chi-squared.ts'
import { logGamma, upperGamma } from './incomplete-gamma.ts'
import { farthestZ, normalPoint, normalTail } from './normal.ts'

/** Equal to six digits. */
function expectDigits(value: number, known: number): void {
  expect(Math.abs(value / known - 1)).toBeLessThan(5e-7)
}

describe('the logarithm of Γ', () => {
  it.each([
    [0.5, 0.5 * Math.log(Math.PI)],
    [0.1, 2.252712651734206],
    [5, Math.log(24)],
    [11, Math.log(3_628_800)],
    [171, 706.573062245787],
  ])('of %d is known', (x, known) => expect(logGamma(x)).toBeCloseTo(known, 9))

  it('is zero at one and two', () => {
    expect(logGamma(1)).toBeCloseTo(0, 13)
    expect(logGamma(2)).toBeCloseTo(0, 13)
  })

  it('grows by the logarithm of x from x to x + 1', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 1e4, noNaN: true }), (x) => {
        const difference = logGamma(x + 1) - logGamma(x)
        expect(Math.abs(difference - Math.log(x))).toBeLessThan(1e-12 * (1 + Math.abs(logGamma(x))))
      }),
    )
  })
})

describe('the tail of the normal curve', () => {
  it.each([
    [0, 0.5],
    [1, 0.15865525393145707],
    [1.959963984540054, 0.025],
    [3, 0.0013498980316300933],
    [4, 3.167124183311986e-5],
    [6, 9.865876450376946e-10],
    [10, 7.61985302416047e-24],
    [-1, 0.8413447460685429],
  ])('above %d is known', (z, known) => expectDigits(normalTail(z), known))

  it.each([
    [0.025, 1.959963984540054],
    [0.001, 3.090232306167813],
    [0.5, 0],
    [0.975, -1.959963984540054],
  ])('of %d begins where it is known to', (share, known) => expect(normalPoint(share)).toBeCloseTo(known, 9))

  it('begins at a z that leaves just this share', () => {
    fc.assert(
      fc.property(fc.double({ min: -8, max: 30, noNaN: true }), (z) => {
        expect(normalPoint(normalTail(z))).toBeCloseTo(z, z < -5 ? 1 : 6)
      }),
    )
  })

  it('has an end for what no number holds', () => {
    expect(normalPoint(0)).toBe(farthestZ)
    expect(normalPoint(1)).toBe(-farthestZ)
  })
})

describe('χ²', () => {
  // Two degrees are an exponential curve: 2 · ln 1000.
  it.each([
    [1, 10.827566170662733],
    [2, 13.815510557964274],
    [3, 16.26623619623813],
    [5, 20.515005652432873],
    [10, 29.58829844507442],
    [20, 45.31474661812586],
    [30, 59.70306430442994],
    [50, 86.66081519053317],
    [100, 149.44925277903886],
  ])('with %d degrees has its 99.9 %% point where tables have it', (degrees, known) => {
    expectDigits(chiSquaredPoint(0.001, degrees), known)
  })

  it.each([
    [3.841458820694124, 1, 0.05],
    [18.307038053275146, 10, 0.05],
    [9.34181776559197, 10, 0.5],
  ])('exceeds %d with %d degrees as often as tables say', (x, degrees, known) => {
    expectDigits(chiSquaredTail(x, degrees), known)
  })

  it('of no cells is nothing', () => {
    expect(chiSquaredPoint(0.001, 0)).toBe(0)
    expect([chiSquaredTail(-1, 0), chiSquaredTail(0, 0)]).toEqual([1, 0])
  })

  it('of even degrees is a sum of Poisson terms', () => {
    const half = fc.integer({ min: 1, max: 40 })
    fc.assert(
      fc.property(half, fc.double({ min: 0, max: 200, noNaN: true }), (m, x) => {
        let [term, sum] = [Math.exp(-x / 2), Math.exp(-x / 2)]
        for (let i = 1; i < m; i += 1) {
          term *= x / 2 / i
          sum += term
        }
        expect(chiSquaredTail(x, 2 * m)).toBeCloseTo(sum, 12)
      }),
    )
  })

  it('turns around for any share and degrees', () => {
    const degrees = fc.integer({ min: 1, max: 400 })
    fc.assert(
      fc.property(degrees, fc.double({ min: 1e-6, max: 0.999, noNaN: true }), (k, share) => {
        expect(chiSquaredTail(chiSquaredPoint(share, k), k)).toBeCloseTo(share, 9)
      }),
    )
  })
})

it('the gamma function leaves all above nothing, and nothing above everything', () => {
  expect([upperGamma(3, 0), upperGamma(3, Number.POSITIVE_INFINITY)]).toEqual([1, 0])
})
