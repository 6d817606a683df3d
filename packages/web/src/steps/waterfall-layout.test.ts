import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { barOf, cutsOf, placeOf, scaleOf, ticksOf, tickText } from './waterfall-layout.ts'

const intervals = fc.array(
  fc
    .record({ from: fc.integer({ min: 0, max: 1e7 }), ms: fc.integer({ min: 0, max: 1e5 }) })
    .map(({ from, ms }) => ({ from, to: from + ms })),
  { minLength: 1, maxLength: 30 },
)

describe('the scale', () => {
  it('reaches from the first beginning to the last end', () => {
    const scale = scaleOf([
      { from: 1000, to: 2000 },
      { from: 2000, to: 3000 },
    ])
    expect([placeOf(scale, 1000), placeOf(scale, 2000), placeOf(scale, 3000)]).toEqual([0, 0.5, 1])
  })

  it('cuts a long time in which nothing happened', () => {
    const scale = scaleOf([
      { from: 0, to: 1000 },
      { from: 3_601_000, to: 3_602_000 },
    ])
    expect(cutsOf(scale)).toEqual([{ place: 0.5, ms: 3_600_000 }])
    expect(placeOf(scale, 1000)).toBeCloseTo(0.485)
  })

  it('keeps every time within the width, and in order', () => {
    fc.assert(
      fc.property(intervals, fc.array(fc.integer({ min: -100, max: 2e7 })), (given, times) => {
        const scale = scaleOf(given)
        const places = times.toSorted((one, other) => one - other).map((at) => placeOf(scale, at))
        expect(places.every((place) => place >= 0 && place <= 1 + 1e-9)).toBe(true)
        expect(places).toEqual(places.toSorted((one, other) => one - other))
      }),
    )
  })
})

describe('bars', () => {
  const scale = scaleOf([{ from: 0, to: 1000 }])

  it('say what they say to their right, and to their left near the edge', () => {
    expect(barOf(scale, { from: 100, to: 200 })).toMatchObject({ left: 0.1, side: 'right', isOutside: null })
    expect(barOf(scale, { from: 800, to: 900 })).toMatchObject({ left: 0.8, side: 'left' })
  })

  it('tell that they are not within what is shown', () => {
    expect(barOf(scale, { from: -20, to: -10 }).isOutside).toBe('before')
    expect(barOf(scale, { from: 1010, to: 1020 }).isOutside).toBe('after')
  })
})

describe('ticks', () => {
  it('stand at round times', () => {
    expect(ticksOf(scaleOf([{ from: 500, to: 4700 }]), 500).map(({ at }) => at)).toEqual([500, 1500, 2500, 3500])
  })

  it('read as times', () => {
    expect([0, 150, 1500, 2000, 61_000].map(tickText)).toEqual(['0', '150 ms', '1.5 s', '2.0 s', '1:01'])
  })
})
