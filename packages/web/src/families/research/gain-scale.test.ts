import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { axisOf, gainMarks, heightOf, plot } from './gain-scale.ts'

const cycleOf = (gain: number, at: number) => ({
  number: at + 1,
  gain,
  smoothed: gain,
  total: 0,
  accepted: 0,
  unseen: 0,
})

describe('the gain plot', () => {
  it('has an axis of round numbers above the highest gain', () => {
    expect(axisOf([cycleOf(0.295, 0)], 0.02)).toEqual({ step: 0.1, most: 0.30000000000000004 })
    expect(axisOf([cycleOf(0.03, 0)], 0.02)).toEqual({ step: 0.01, most: 0.04 })
    expect(axisOf([cycleOf(1, 0)], 0.02)).toEqual({ step: 0.25, most: 1 })
  })

  it('shows a cycle that lost something as one that gained nothing', () => {
    expect(heightOf(-0.2, 0.3)).toBe(plot.bottom)
  })

  it('keeps every mark inside, however many cycles there are', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 50 }), (gains) => {
        const cycles = gains.map(cycleOf)
        for (const { x, barTop, lineY } of gainMarks(cycles, axisOf(cycles, 0.02).most)) {
          expect(x).toBeGreaterThan(plot.left)
          expect(x).toBeLessThan(plot.right)
          expect(Math.min(barTop, lineY)).toBeGreaterThanOrEqual(plot.top - 1e-6)
          expect(Math.max(barTop, lineY)).toBeLessThanOrEqual(plot.bottom)
        }
      }),
    )
  })
})
