import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scoresOf, trendOf } from './trend.ts'

describe('the trend of scores', () => {
  it.each([
    [[], 'stable', 0],
    [[5], 'stable', 0],
    [[2, 2.25], 'stable', 0.25],
    [[2, 2.5], 'improving', 0.5],
    [[2, 2.3], 'stable', 0.3],
    [[3.2, 1, 3.8], 'stable', 0.3],
    [[3, 3, 3.75], 'improving', 0.375],
    [[4, 4, 3.4], 'stable', -0.3],
    [[4, 3.5, 3.25], 'DEGRADING', -0.375],
    [[1, 1, 5, 4, 3], 'DEGRADING', -1],
  ])('of %j is %s', (scores, trend, slope) => {
    expect(trendOf(scores)).toEqual({ trend, slope })
  })

  it('looks at the mean of a round, and at none where nobody judged', () => {
    const round = (...scores: readonly (number | null)[]) => scores.map((score) => ({ score }))
    expect(scoresOf([round(3), round(null, null), round(5, null, 2), []])).toEqual([3, 3.5])
  })

  it('is the mean of the differences between the last three', () => {
    const scores = fc.array(
      fc.integer({ min: 4, max: 20 }).map((quarters) => quarters / 4),
      { minLength: 3 },
    )
    fc.assert(
      fc.property(scores, (all) => {
        const [a = 0, b = 0, c = 0] = all.slice(-3)
        expect(trendOf(all).slope).toBeCloseTo((b - a + (c - b)) / 2, 5)
      }),
    )
  })
})
