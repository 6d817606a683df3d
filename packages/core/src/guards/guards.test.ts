import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failureStreak, isStuck } from './failure-streak.ts'
import { isWithoutProgress } from './no-progress.ts'
import { isOscillating } from './oscillation.ts'

describe('the guard against no progress', () => {
  it('sees that the last scores do not beat the best before', () => {
    expect(isWithoutProgress([2, 5, 4, 5, 3], 3)).toBe(true)
    expect(isWithoutProgress([2, 5, 4, 6, 3], 3)).toBe(false)
  })

  it('waits until there is something to compare with', () => {
    expect(isWithoutProgress([1, 1, 1], 3)).toBe(false)
    expect(isWithoutProgress([1, 1, 1, 1], 3)).toBe(true)
  })

  it('takes a gain within the margin for none', () => {
    expect(isWithoutProgress([5, 5.2, 5.1], 2, 0.3)).toBe(true)
  })

  it('never fires while scores rise', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 20 }),
        fc.integer({ min: 1, max: 5 }),
        (gains, window) => {
          let score = 0
          expect(
            isWithoutProgress(
              gains.map((gain) => (score += gain)),
              window,
            ),
          ).toBe(false)
        },
      ),
    )
  })
})

describe('the guard against oscillation', () => {
  it('sees two decisions that alternate', () => {
    expect(isOscillating(['plan', 'a', 'b', 'a', 'b'])).toBe(true)
  })

  it('takes the same decision again and again for something else', () => {
    expect(isOscillating(['a', 'a', 'a', 'a'])).toBe(false)
  })

  it('needs the whole pattern at the end', () => {
    expect(isOscillating(['a', 'b', 'a', 'b', 'c'])).toBe(false)
    expect(isOscillating(['b', 'a', 'b'])).toBe(false)
  })
})

describe('the guard against failures in a row', () => {
  it('counts from the last success', () => {
    expect(failureStreak([false, true, false, false])).toBe(2)
    expect(failureStreak([true])).toBe(0)
    expect(failureStreak([])).toBe(0)
  })

  it('fires at the threshold', () => {
    expect(isStuck([true, false, false, false], 3)).toBe(true)
    expect(isStuck([true, false, false], 3)).toBe(false)
    expect(isStuck([false, false], 0)).toBe(false)
  })
})
