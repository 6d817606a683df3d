import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chance } from '../../../../test/support/chance.ts'
import { meanInterval, meanOf, meanSigma, meansSigma, zOf } from './means.ts'

describe('a mean', () => {
  it('comes with the variance of one of its amounts', () => {
    expect(meanOf([1, 2, 3, 6])).toEqual({ mean: 3, variance: 14 / 3, n: 4 })
  })

  it.each([[[5]], [[5, 5, 5]]])('of %j has no spread', (amounts) => {
    expect(meanOf(amounts)).toMatchObject({ mean: 5, variance: 0 })
  })

  it('is the surer the more there are', () => {
    expect(meanSigma({ variance: 0.8, n: 2000 })).toBeCloseTo(0.02, 12)
    expect(meansSigma({ variance: 9, n: 1 }, { variance: 16, n: 1 })).toBe(5)
    expect(meanInterval({ mean: 3, variance: 4, n: 4 })).toEqual({
      low: expect.closeTo(1.04, 3),
      high: expect.closeTo(4.96, 3),
    })
  })

  it('does not hang on where zero is', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 2 }), fc.nat(1000), (amounts, more) => {
        const [one, other] = [meanOf(amounts), meanOf(amounts.map((each) => each + more))]
        expect(other.mean).toBeCloseTo(one.mean + more, 6)
        expect(other.variance).toBeCloseTo(one.variance, 6)
      }),
    )
  })

  it('lies in its interval about 95 times of 100', () => {
    const random = chance(3)
    const held = Array.from({ length: 1000 }, () => {
      const { low, high } = meanInterval(meanOf(Array.from({ length: 100 }, random)))
      return low <= 0.5 && 0.5 <= high
    })
    expect(Math.abs(held.filter(Boolean).length - 950)).toBeLessThan(4 * Math.sqrt(1000 * 0.95 * 0.05))
  })
})

describe('a difference in σ', () => {
  it.each([
    [0.1, 0.05, 2],
    [-0.1, 0.05, -2],
    [0, 0, 0],
    [1e-12, 0, 0],
    [1e6, 1, 1e6],
  ])('of %d with σ = %d is %d', (difference, sigma, z) => expect(zOf(difference, sigma)).toBeCloseTo(z, 9))

  it.each([0.5, -0.5])('of %d is no chance where there is no σ', (difference) => {
    expect(zOf(difference, 0)).toBe(Math.sign(difference) * Number.POSITIVE_INFINITY)
  })
})
