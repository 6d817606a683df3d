import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SlidingWindow } from './sliding-window.ts'

it('lets so many through in any minute, and says how long the next has to wait', () => {
  const window = new SlidingWindow()
  for (const now of [0, 10_000]) {
    expect(window.wait(2, now)).toBe(0)
    window.count(now)
  }
  expect([10_000, 59_999, 60_000].map((now) => window.wait(2, now))).toEqual([50_000, 1, 0])
  window.count(60_000)
  expect([60_000, 69_999, 70_000].map((now) => window.wait(2, now))).toEqual([10_000, 1, 0])
})

it('lets nothing through with a limit of none', () => {
  expect(new SlidingWindow().wait(0, 5_000)).toBe(60_000)
})

it('goes by the limit it is asked with', () => {
  const window = new SlidingWindow()
  for (const now of [0, 1_000, 2_000]) window.count(now)
  expect([1, 2, 3, 4].map((limit) => window.wait(limit, 3_000))).toEqual([59_000, 58_000, 57_000, 0])
})

it('counts exactly what happened within the last minute', () => {
  const steps = fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 200 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), steps, (limit, waits) => {
      const window = new SlidingWindow()
      const passed: number[] = []
      let now = 0
      for (const wait of waits) {
        now += wait
        const recent = (at: number) => passed.filter((each) => each > at - 60_000).length
        const left = window.wait(limit, now)
        // Not a millisecond too early, and not one too late.
        expect(recent(now + left)).toBeLessThan(limit)
        if (left > 0) expect(recent(now + left - 1)).toBe(limit)
        if (left > 0) continue
        window.count(now)
        passed.push(now)
      }
    }),
  )
})

it('counts rightly however much is over', () => {
  const window = new SlidingWindow()
  for (let now = 0; now < 300_000; now += 10) {
    expect(window.wait(6_000, now)).toBe(0)
    window.count(now)
  }
  expect(window.wait(6_000, 299_999)).toBe(1)
  expect(window.wait(6_001, 299_999)).toBe(0)
})
