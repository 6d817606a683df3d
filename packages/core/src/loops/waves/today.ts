/** The session's clock in words. */

const format = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'long',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

export type Today = {
  /** `2026-01-01`. */
  readonly day: string
  /** `2026-01-01, Thursday, UTC`. */
  readonly date: string
  /** `2026-01-01, Thursday, 00:00 UTC`. */
  readonly text: string
}

export function todayOf(ms: number): Today {
  const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  const day = `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
  const date = `${day}, ${part('weekday')}`
  return { day, date: `${date}, UTC`, text: `${date}, ${part('hour')}:${part('minute')} UTC` }
}
