/** Days of the calendar as numbers: sums of days are sums, and no time zone or clock change can touch them. */

/** Days since 1 January 1970. */
export type Day = number

export type DayParts = { readonly year: number; readonly month: number; readonly day: number }

const milliseconds = 86_400_000

/** The day of a date that exists; nothing for 30 February. */
export function dayOf(year: number, month: number, day: number): Day | undefined {
  if (!(year >= 1 && year <= 9999 && month >= 1 && month <= 12)) return undefined
  if (!(day >= 1 && day <= daysInMonth(year, month))) return undefined
  return startOfMonth(year, month) + day - 1
}

/** Years have one to four digits. */
export function isInCalendar(day: Day): boolean {
  const { year } = partsOf(day)
  return year >= 1 && year <= 9999
}

/** The first of a month; month 13 is January of the next year. */
export function startOfMonth(year: number, month: number): Day {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, 1)
  return Math.round(date.getTime() / milliseconds)
}

export function endOfMonth(year: number, month: number): Day {
  return startOfMonth(year, month + 1) - 1
}

export function daysInMonth(year: number, month: number): number {
  return startOfMonth(year, month + 1) - startOfMonth(year, month)
}

export function partsOf(day: Day): DayParts {
  const date = new Date(day * milliseconds)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

export function isoDate(day: Day): string {
  const { year, month, day: dayOfMonth } = partsOf(day)
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(dayOfMonth)}`
}

/** The day of `2026-11-15`. */
export function readIsoDate(text: string): Day | undefined {
  const match = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text.trim())
  return match ? dayOf(Number(match[1]), Number(match[2]), Number(match[3])) : undefined
}

/** 1 is Monday, 7 is Sunday. */
export function weekdayOf(day: Day): number {
  return ((((day + 3) % 7) + 7) % 7) + 1
}

export function mondayOf(day: Day): Day {
  return day - weekdayOf(day) + 1
}

/** The first day of this weekday, `from` itself included. */
export function weekdayFrom(from: Day, weekday: number): Day {
  return from + ((weekday - weekdayOf(from) + 7) % 7)
}

/** The week by ISO 8601: the year of its Thursday, and its number in that year. */
export function isoWeekOf(day: Day): { readonly year: number; readonly week: number } {
  const thursday = mondayOf(day) + 3
  const { year } = partsOf(thursday)
  return { year, week: Math.floor((thursday - startOfMonth(year, 1)) / 7) + 1 }
}

/** The Monday of an ISO week; nothing when that year has no such week. */
export function mondayOfIsoWeek(year: number, week: number): Day | undefined {
  const monday = mondayOf(startOfMonth(year, 1) + 3) + (week - 1) * 7
  const found = isoWeekOf(monday)
  return found.year === year && found.week === week ? monday : undefined
}

/** Months later; a day that month does not have becomes its last one. */
export function addMonths(day: Day, months: number): Day {
  const parts = partsOf(day)
  const first = partsOf(startOfMonth(parts.year, parts.month + months))
  return startOfMonth(first.year, first.month) + Math.min(parts.day, daysInMonth(first.year, first.month)) - 1
}

/** The first such date on or after `from`: 29 February waits for a leap year. */
export function nextDate(month: number, day: number, from: Day): Day | undefined {
  const { year } = partsOf(from)
  for (let ahead = 0; ahead <= 8; ahead += 1) {
    const found = dayOf(year + ahead, month, day)
    if (found !== undefined && found >= from) return found
  }
  return undefined
}

export function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
