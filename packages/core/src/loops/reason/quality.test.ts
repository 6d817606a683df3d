import { describe, expect, it } from 'vitest'
import { averageOf, qualityOf } from './quality.ts'

describe('the quality of a step', () => {
  it('is the mean of four ratings', () => {
    expect(averageOf({ relevance: 5, completeness: 4, usability: 3, goal_progress: 1 })).toBe(3.25)
  })

  it.each([
    [5, 'good'],
    [3.5, 'good'],
    [3.25, 'partial'],
    [2, 'partial'],
    [1.75, 'failed'],
    [1, 'failed'],
  ])('of %d is %s', (average, quality) => {
    expect(qualityOf(average)).toBe(quality)
  })
})
