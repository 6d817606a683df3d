import { describe, expect, it } from 'vitest'
import { isoDate, weekdayOf } from '../dates/day.ts'
import { orthodoxEaster, westernEaster } from './easter.ts'

describe('Easter', () => {
  it.each([
    [1818, '1818-03-22'],
    [1954, '1954-04-18'],
    [1981, '1981-04-19'],
    [2000, '2000-04-23'],
    [2008, '2008-03-23'],
    [2011, '2011-04-24'],
    [2025, '2025-04-20'],
    [2076, '2076-04-19'],
    [2100, '2100-03-28'],
  ])('is in the west of %d on %s', (year, expected) => {
    expect(isoDate(westernEaster(year))).toBe(expected)
  })

  it.each([
    [1983, '1983-05-08'],
    [2024, '2024-05-05'],
    [2025, '2025-04-20'],
    [2028, '2028-04-16'],
    [2100, '2100-05-02'],
  ])('is in the east of %d on %s', (year, expected) => {
    expect(isoDate(orthodoxEaster(year))).toBe(expected)
  })

  it('is always a Sunday between its limits', () => {
    for (let year = 1600; year < 2600; year += 1) {
      expect([weekdayOf(westernEaster(year)), weekdayOf(orthodoxEaster(year))]).toEqual([7, 7])
      expect(isoDate(westernEaster(year)).slice(5) >= '03-22').toBe(true)
      expect(isoDate(westernEaster(year)).slice(5) <= '04-25').toBe(true)
    }
  })
})
