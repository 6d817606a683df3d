/** A stretch of days, both ends included. */
import { type Day, isoDate } from './day.ts'
import { counted, spokenSpan } from './spoken-date.ts'

export type DateSpan = { readonly start: Day; readonly end: Day }

/** How a tool hands a stretch on: whoever sleeps from the first day to the last needs so many `nights`. */
export type SpanData = {
  readonly start: string
  readonly end: string
  readonly days: number
  readonly nights: number
}

export function spanData({ start, end }: DateSpan): SpanData {
  return { start: isoDate(start), end: isoDate(end), days: end - start + 1, nights: end - start }
}

/** `Saturday 21 … to Sunday 22 …, 2 days, 1 night`. */
export function spanText({ start, end }: DateSpan): string {
  if (start === end) return spokenSpan(start, end)
  return `${spokenSpan(start, end)}, ${counted(end - start + 1, 'day')}, ${counted(end - start, 'night')}`
}
