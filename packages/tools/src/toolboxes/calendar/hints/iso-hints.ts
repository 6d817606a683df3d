/** Hints in the forms of ISO 8601: dates, months, weeks. */
import { GyreError } from '@gyre/core'
import { dayOf, daysInMonth, endOfMonth, isoWeekOf, mondayOfIsoWeek, startOfMonth } from '../dates/day.ts'
import { monthNames } from '../dates/spoken-date.ts'
import type { HintContext, HintRule, Reading } from './hint.ts'

export const isoDateHint: HintRule = (text) => {
  const match = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[t ](?:at )?(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?z?)?$/.exec(text)
  if (!match) return undefined
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const found = dayOf(year, month, day)
  if (found === undefined) throw noSuchDate(year, month, day)
  return { start: found, end: found, meaning: 'the date', ...(match[4] && { time: match[4] }) }
}

export const isoMonthHint: HintRule = (text) => {
  const match = /^(\d{4})-(\d{2})$/.exec(text)
  if (!match) return undefined
  const [year, month] = [Number(match[1]), Number(match[2])]
  if (month < 1 || month > 12 || year < 1) throw noSuchDate(year, month, 1)
  return { start: startOfMonth(year, month), end: endOfMonth(year, month), meaning: 'the whole month' }
}

/** `2026-W47`, `2026-W47-3`, `week 47 of 2026`, `week 47`. */
export const isoWeekHint: HintRule = (text, context) => {
  const iso = /^(\d{4})-?w(\d{1,2})(?:-([1-7]))?$/.exec(text)
  if (iso) return weekReading(Number(iso[1]), Number(iso[2]), iso[3] ? Number(iso[3]) : undefined)
  const spoken = /^(?:calendar )?(?:week|kw) (\d{1,2})(?: (?:of |in )?(\d{4}))?$/.exec(text)
  if (!spoken) return undefined
  const week = Number(spoken[1])
  return spoken[2] ? weekReading(Number(spoken[2]), week, undefined) : nextWeekOfNumber(week, context)
}

function nextWeekOfNumber(week: number, { today }: HintContext): Reading {
  const { year } = isoWeekOf(today)
  for (let ahead = 0; ahead <= 7; ahead += 1) {
    const monday = mondayOfIsoWeek(year + ahead, week)
    if (monday !== undefined && monday + 6 >= today) return weekReading(year + ahead, week, undefined)
  }
  return weekReading(year, week, undefined)
}

function weekReading(year: number, week: number, weekday: number | undefined): Reading {
  const monday = mondayOfIsoWeek(year, week)
  if (monday === undefined) {
    throw new GyreError(
      'argument-invalid',
      `\`text\`: ${year} has no week ${week}: weeks go from 1 to 52, in some years 53.`,
    )
  }
  const meaning = `ISO week ${week} of ${year}`
  if (weekday)
    return { start: monday + weekday - 1, end: monday + weekday - 1, meaning: `day ${weekday} of ${meaning}` }
  return { start: monday, end: monday + 6, meaning }
}

/** What is wrong with a date that is not in the calendar; without a year when none was said. */
export function noSuchDate(year: number | undefined, month: number, day: number): GyreError {
  return new GyreError('argument-invalid', `\`text\`: ${faultOf(year, month, day)}`)
}

function faultOf(year: number | undefined, month: number, day: number): string {
  const name = monthNames[month - 1]
  if (!name) return `there is no month ${month}: months go from 1 to 12.`
  if (year === undefined) {
    const days = month === 2 ? '28 days, in leap years 29' : `${daysInMonth(2028, month)} days`
    return `there is no ${day} ${name}: ${name} has ${days}.`
  }
  if (year < 1 || year > 9999) return `there is no year ${year}: years go from 1 to 9999.`
  return `there is no ${day} ${name} ${year}: that month has ${daysInMonth(year, month)} days.`
}
