/** Festivals that are kept in many countries, by rules and not by the law of one. */
import type { DateSpan } from '../dates/date-span.ts'
import { dayOf } from '../dates/day.ts'
import { orthodoxEaster, westernEaster } from './easter.ts'
import type { HolidayLibrary } from './holiday-library.ts'
import { type LunarCalendar, lunarDates } from './lunar-dates.ts'

export type Festival = {
  readonly name: string
  /** Other names and spellings, in any language. */
  readonly aliases: readonly string[]
  /** When it is in a year of ours, by its first day. Countries may keep it longer or shorter. */
  dates(year: number, country: string | undefined, library?: HolidayLibrary): readonly DateSpan[]
  /** Its dates are counted by the holiday library. */
  readonly needsLibrary?: true
  /** Countries whose own way `dates` knows. */
  readonly countries?: readonly string[]
  /** It begins at sunset of the day before its first. */
  readonly fromEvening?: true
  readonly note?: string
}

export function fixed(month: number, day: number, days = 1): Festival['dates'] {
  return (year) => {
    const start = dayOf(year, month, day)
    return start === undefined ? [] : [{ start, end: start + days - 1 }]
  }
}

/** So many days before or after Easter Sunday. */
export function aroundEaster(from: number, days = 1): Festival['dates'] {
  return (year) => [spanFrom(westernEaster(year) + from, days)]
}

export function aroundOrthodoxEaster(from: number, days = 1): Festival['dates'] {
  return (year) => [spanFrom(orthodoxEaster(year) + from, days)]
}

export function lunar(calendar: LunarCalendar, month: string, day: number, days = 1): Festival['dates'] {
  return (year) => lunarDates(calendar, month, day, year).map((start) => spanFrom(start, days))
}

/** The same, but of another length in Israel. */
export function hebrew(month: string, day: number, days: number, daysInIsrael: number): Festival['dates'] {
  return (year, country) =>
    lunarDates('hebrew', month, day, year).map((start) => spanFrom(start, country === 'IL' ? daysInIsrael : days))
}

/** By a rule of the holiday library, such as `chinese 01-0-01`; `from` days later. */
export function byLibrary(rule: string, from = 0, days = 1): Pick<Festival, 'dates' | 'needsLibrary'> {
  return {
    needsLibrary: true,
    dates: (year, _, library) => library?.datesByRule(rule, year).map((day) => spanFrom(day + from, days)) ?? [],
  }
}

/** Dates that follow the moon over India, as its calendars give them; no short rule does. */
export function listed(dates: string): Festival['dates'] {
  const days = dates.split(' ').map((date) => date.split('-').map(Number))
  return (year) =>
    days
      .filter(([ofYear]) => ofYear === year)
      .map(([ofYear = 0, month = 0, day = 0]) => spanFrom(dayOf(ofYear, month, day) ?? 0, 1))
}

export function spanFrom(start: number, days: number): DateSpan {
  return { start, end: start + days - 1 }
}
