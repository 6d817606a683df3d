import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gainOf, smoothedGain, trendOf } from './gain.ts'

describe('the gain of a cycle', () => {
  it('is what the whole outline gained', () => expect(gainOf([0.5, 0, 0.1], [0.5, 0.6, 0.4])).toBeCloseTo(0.3))

  it.each([[[]], [[0.3, 0.7]]])('is 0 when nothing changes in %j', (same) => expect(gainOf(same, same)).toBe(0))
})

describe('the smoothed gain', () => {
  it.each([
    [[], 0],
    [[0.4], 0.4],
    [[0.4, 0.2], 0.3],
    [[0.4, 0.2, 0], 0.15],
  ])('of %j is %d', (gains, expected) => expect(smoothedGain(gains)).toBeCloseTo(expected))

  it('lies between the least and the most', () => {
    const gains = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1 })
    fc.assert(
      fc.property(gains, (all) => {
        expect(smoothedGain(all)).toBeGreaterThanOrEqual(Math.min(...all))
        expect(smoothedGain(all)).toBeLessThanOrEqual(Math.max(...all))
      }),
    )
  })
})

describe('the trend', () => {
  it.each([
    [[], 'starting'],
    [[0.3], 'starting'],
    [[0.1, 0.3], 'increasing'],
    [[0.3, 0.1], 'stalling'],
    [[0.3, 0.305], 'stable'],
    [[0.1, 0.5, 0.1], 'stable'],
    [[0.1, 0, 0.13], 'increasing'],
    [[0.13, 0, 0.1], 'stalling'],
    [[0.9, 0.1, 0.15, 0.2], 'increasing'],
    [[0.1, 0.11, 0.118], 'stable'],
  ])('of %j is %s', (gains, expected) => expect(trendOf(gains)).toBe(expected))

  it('turns round when the gains come the other way round', () => {
    const opposite = { starting: 'starting', stable: 'stable', increasing: 'stalling', stalling: 'increasing' } as const
    // In steps, or rounding decides at the edge of the dead band.
    const gains = fc.array(
      fc.integer({ min: 0, max: 100 }).map((each) => each * 0.003),
      { maxLength: 3 },
    )
    fc.assert(
      fc.property(gains, (all) => {
        expect(trendOf(all.toReversed())).toBe(opposite[trendOf(all)])
      }),
    )
  })
})
