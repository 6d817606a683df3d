import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unseenMass } from './missing-mass.ts'

describe('the unseen mass', () => {
  it.each([
    [[], 1],
    [[1], 1],
    [[2], 0],
    [[2, 1, 1], 0.5],
    [[2, 2, 1], 0.2],
  ])('of things that were seen %j times is %d', (counts, expected) => expect(unseenMass(counts)).toBe(expected))

  it('is gone once all is seen again', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (counts) => {
        expect(unseenMass(counts.map((count) => 2 * count))).toBe(0)
        expect(unseenMass(counts.toReversed())).toBe(unseenMass(counts))
      }),
    )
  })
})
