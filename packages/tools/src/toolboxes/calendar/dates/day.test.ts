import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addMonths,
  dayOf,
  isoDate,
  isoWeekOf,
  mondayOfIsoWeek,
  nextDate,
  partsOf,
  readIsoDate,
  weekdayFrom,
  weekdayOf,
} from './day.ts'

const day = (text: string) => readIsoDate(text) ?? Number.NaN
const anyDay = fc.integer({ min: -700_000, max: 2_900_000 })

describe('days', () => {
  it.each([
    ['1970-01-01', 0, 4],
    ['2026-11-15', 20_772, 7],
    ['2028-02-29', 21_243, 2],
    ['0099-01-01', -683_368, 4],
    ['9999-12-31', 2_932_896, 5],
  ])('%s is day %d, weekday %d', (text, number, weekday) => {
    expect(day(text)).toBe(number)
    expect(weekdayOf(number)).toBe(weekday)
    expect(isoDate(number)).toBe(text)
  })

  it.each([
    [2026, 2, 29],
    [2026, 13, 1],
    [2026, 0, 1],
    [2026, 4, 31],
    [2026, 1, 0],
    [0, 1, 1],
    [10_000, 1, 1],
    [2026, 1, Number.NaN],
  ])('%d-%d-%d does not exist', (year, month, dayOfMonth) => {
    expect(dayOf(year, month, dayOfMonth)).toBeUndefined()
  })

  it.each([
    ['2025-12-29', 2026, 1],
    ['2026-01-01', 2026, 1],
    ['2026-12-31', 2026, 53],
    ['2027-01-03', 2026, 53],
    ['2027-01-04', 2027, 1],
    ['2021-01-01', 2020, 53],
  ])('%s is in ISO week %d-W%d', (text, year, week) => {
    expect(isoWeekOf(day(text))).toEqual({ year, week })
  })

  it('knows which years have a week 53', () => {
    expect([2024, 2026, 2032, 2027].map((year) => mondayOfIsoWeek(year, 53) !== undefined)).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-11-15', 14, '2028-01-15'],
    ['2026-01-15', -1, '2025-12-15'],
  ])('%s and %d months is %s', (from, months, to) => {
    expect(isoDate(addMonths(day(from), months))).toBe(to)
  })

  it('waits for the next leap year with 29 February', () => {
    expect(isoDate(nextDate(2, 29, day('2026-02-28')) ?? 0)).toBe('2028-02-29')
    expect(isoDate(nextDate(2, 29, day('2096-03-01')) ?? 0)).toBe('2104-02-29')
    expect(nextDate(2, 30, day('2026-01-01'))).toBeUndefined()
  })

  it('writes and reads every date alike', () => {
    fc.assert(
      fc.property(anyDay, (number) => {
        expect(readIsoDate(isoDate(number))).toBe(number)
        const { year, month, day: dayOfMonth } = partsOf(number)
        expect(dayOf(year, month, dayOfMonth)).toBe(number)
      }),
    )
  })

  it('finds a weekday within a week, and every day in its ISO week', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 7 }), (number, weekday) => {
        const found = weekdayFrom(number, weekday)
        expect(found).toBeGreaterThanOrEqual(number)
        expect(found).toBeLessThan(number + 7)
        expect(weekdayOf(found)).toBe(weekday)
        const { year, week } = isoWeekOf(number)
        const monday = mondayOfIsoWeek(year, week) ?? Number.NaN
        expect(number - monday).toBe(weekdayOf(number) - 1)
      }),
    )
  })
})
