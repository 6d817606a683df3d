import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { relevance } from './relevance.ts'

/** Rounded vectors may be a little longer than 1. */
const cosine = fc.double({ min: -1.01, max: 1.01, noNaN: true })

describe('relevance', () => {
  it.each([
    [-0.3, 0.2, 0],
    [0.2, 0.2, 0],
    [0.6, 0.2, 0.5],
    [1, 0.2, 1],
    [1.01, 0.2, 1],
    [1, 1, 0],
  ])('of a cosine of %d is, with a tau of %d, %d', (cosineOf, tau, expected) => {
    expect(relevance(cosineOf, tau)).toBeCloseTo(expected, 9)
  })

  it('grows with the cosine, and lies between 0 and 1', () => {
    fc.assert(
      fc.property(cosine, cosine, fc.double({ min: -0.5, max: 1, noNaN: true }), (one, other, tau) => {
        const [less, more] = [relevance(Math.min(one, other), tau), relevance(Math.max(one, other), tau)]
        expect(less).toBeLessThanOrEqual(more)
        expect(less).toBeGreaterThanOrEqual(0)
        expect(more).toBeLessThanOrEqual(1)
      }),
    )
  })
})
