import { describe, expect, it } from 'vitest'
import { StillTimes } from './still-times.ts'

function times(...statuses: readonly (readonly [string, number])[]): StillTimes {
  const still = new StillTimes()
  for (const [status, at] of statuses) still.apply(status, at)
  return still
}

describe('times in which nothing is done', () => {
  it('are not counted as work of what began before or in them', () => {
    const still = times(
      ['executing', 0],
      ['paused', 100],
      ['waiting', 130],
      ['executing', 150],
      ['waiting', 200],
      ['deciding', 210],
    )
    expect(still.workedSince(50)).toBe(50 + 50 + 10)
    expect(still.workedSince(120)).toBe(120 + 30 + 10)
    expect(still.workedSince(180)).toBe(190)
    expect(still.workedSince(300)).toBe(300)
  })

  it('may last', () => {
    expect(times(['executing', 0], ['waiting', 10]).isStill).toBe(true)
    expect(times(['waiting', 10], ['executing', 20]).isStill).toBe(false)
  })
})
