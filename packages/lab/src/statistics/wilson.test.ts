import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wilson } from './wilson.ts'

const tries = fc
  .integer({ min: 1, max: 10_000 })
  .chain((count) => fc.record({ count: fc.constant(count), right: fc.integer({ min: 0, max: count }) }))

describe('the Wilson interval', () => {
  it.each([
    [0, 10, 0, 0.2775328],
    [5, 10, 0.2365931, 0.7634069],
    [10, 10, 0.7224672, 1],
    [81, 263, 0.2552885, 0.3662096],
  ])('of %i right of %i is %f to %f', (right, count, low, high) => {
    const interval = wilson(right, count)
    expect(interval.low).toBeCloseTo(low, 6)
    expect(interval.high).toBeCloseTo(high, 6)
  })

  it('of no tries is everything', () => {
    expect(wilson(0, 0)).toEqual({ low: 0, high: 1 })
  })

  it('holds the share, stays within 0 and 1, and mirrors when right and wrong are swapped', () => {
    fc.assert(
      fc.property(tries, ({ right, count }) => {
        const { low, high } = wilson(right, count)
        const mirrored = wilson(count - right, count)
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeLessThanOrEqual(1)
        expect(low).toBeLessThanOrEqual(right / count)
        expect(high).toBeGreaterThanOrEqual(right / count)
        expect(mirrored.low).toBeCloseTo(1 - high, 9)
      }),
    )
  })

  it('narrows with more tries of the same share', () => {
    const width = ({ low, high }: { low: number; high: number }) => high - low
    expect(width(wilson(80, 100))).toBeLessThan(width(wilson(8, 10)))
  })
})
