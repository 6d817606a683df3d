/** Dates as people read them. */
import { type Day, isoDate, partsOf, weekdayOf } from './day.ts'

export const weekdayNames = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const satisfies readonly string[]

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const satisfies readonly string[]

export function weekdayName(day: Day): string {
  return weekdayNames[weekdayOf(day) - 1] ?? ''
}

/** `Sunday 15 November 2026`. */
export function spokenDay(day: Day): string {
  return `${weekdayName(day)} ${shortDay(day)}`
}

/** `15 November 2026`. */
export function shortDay(day: Day): string {
  const { year, month, day: dayOfMonth } = partsOf(day)
  return `${dayOfMonth} ${monthNames[month - 1]} ${year}`
}

/** `Saturday 21 November 2026 to Sunday 22 November 2026 (2026-11-21 to 2026-11-22)`. */
export function spokenSpan(start: Day, end: Day): string {
  if (start === end) return `${spokenDay(start)} (${isoDate(start)})`
  return `${spokenDay(start)} to ${spokenDay(end)} (${isoDate(start)} to ${isoDate(end)})`
}

/** `1 day`, `3 days`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${Math.abs(count) === 1 ? '' : 's'}`
}
