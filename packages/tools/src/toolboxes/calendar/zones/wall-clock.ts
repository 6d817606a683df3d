/** What the calendar and the clock on a wall show, somewhere, at a moment. */
import { type Day, dayOf, twoDigits } from '../dates/day.ts'

export type WallClock = { readonly day: Day; readonly hour: number; readonly minute: number; readonly second: number }

const formats = new Map<string, Intl.DateTimeFormat>()

/** A zone is an IANA name or an offset such as `+05:30`. */
export function wallClock(instant: number, zone: string): WallClock {
  const shown: Record<string, number> = {}
  for (const { type, value } of formatOf(zone).formatToParts(instant)) shown[type] = Number(value)
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = shown
  return { day: dayOf(year, month, day) ?? 0, hour, minute, second }
}

export function today(instant: number, zone: string): Day {
  return wallClock(instant, zone).day
}

/** `13:05`, or `13:05:30` when the seconds say something. */
export function clockText({ hour, minute, second }: Omit<WallClock, 'day'>): string {
  const shown = `${twoDigits(hour)}:${twoDigits(minute)}`
  return second === 0 ? shown : `${shown}:${twoDigits(second)}`
}

/** How far a zone is from UTC at a moment, in minutes. */
export function offsetMinutes(instant: number, zone: string): number {
  const { day, hour, minute, second } = wallClock(instant, zone)
  const shown = day * 86_400 + hour * 3600 + minute * 60 + second
  return Math.round((shown - Math.floor(instant / 1000)) / 60)
}

/** `UTC+05:30`. */
export function offsetText(minutes: number): string {
  const size = Math.abs(minutes)
  return `UTC${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const digits = '2-digit'
  const format = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: digits,
    day: digits,
    hour: digits,
    minute: digits,
    second: digits,
  })
  formats.set(zone, format)
  return format
}
