/** Days as ISO dates: `2026-01-17`. */

const dayMs = 86_400_000

/** Undefined for a day that no month has. */
export function isoDay(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? date.toISOString().slice(0, 10) : undefined
}

export function daysLater(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

export function nightsBetween(start: string, end: string): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / dayMs)
}

const spoken = { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const

/** `Friday 4 December 2026`. */
export function spokenDay(day: string): string {
  // Made here: its tables take a while to load, and few answers name a day.
  return new Intl.DateTimeFormat('en-GB', spoken).format(Date.parse(day)).replace(',', '')
}
