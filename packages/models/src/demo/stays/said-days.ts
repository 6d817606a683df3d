/**
 * Days that a text names by their numbers, `January 17-19`, `3 May to 5 May 2027`, `2026-01-17`: with the date of today
 * they are known without a tool. What has no year is the next that does not begin before today.
 */
import { isoDay } from './calendar-day.ts'

export type SaidDays = {
  readonly start: string
  /** The last day; that of the start when one day is named. */
  readonly end: string
  /** As it stands in the text. */
  readonly text: string
}

type DayMonth = { readonly day: number; readonly month: number; readonly year: number | undefined }

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
/** The names of months, whole and short, for patterns. */
export const monthNames =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const month = `(${monthNames})\\.?`
const day = '(?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?!\\d)'
const year = '(?:,? (\\d{4}))?'
const to = ' ?(?:-|–|—|\\bto\\b|\\buntil\\b|\\btill\\b|\\bthrough\\b) ?'
const iso = '(\\d{4})-(\\d\\d)-(\\d\\d)'

type Numbers = readonly (string | undefined)[]
type Form = readonly [pattern: string, read: (parts: Numbers) => readonly [DayMonth, DayMonth]]

const forms: readonly Form[] = [
  [`${iso}${to}${iso}`, ([y, m, d, y2, m2, d2]) => [isoParts(y, m, d), isoParts(y2, m2, d2)]],
  [iso, ([y, m, d]) => [isoParts(y, m, d), isoParts(y, m, d)]],
  [`\\b${month} ${day}${year}${to}${month} ${day}${year}`, ([m, d, y, m2, d2, y2]) => both(d, m, y, d2, m2, y2)],
  [
    `\\b${day}(?: of)? ${month}${year}${to}${day}(?: of)? ${month}${year}`,
    ([d, m, y, d2, m2, y2]) => both(d, m, y, d2, m2, y2),
  ],
  [`\\b${month} ${day}${to}${day}${year}`, ([m, d, d2, y]) => both(d, m, y, d2, m, y)],
  [`\\b${day}${to}${day}(?: of)? ${month}${year}`, ([d, d2, m, y]) => both(d, m, y, d2, m, y)],
  [`\\b${month} ${day}${year}`, ([m, d, y]) => both(d, m, y, d, m, y)],
  [`\\b${day}(?: of)? ${month}\\b${year}`, ([d, m, y]) => both(d, m, y, d, m, y)],
]

function isoParts(y = '', m = '', d = ''): DayMonth {
  return { day: Number(d), month: Number(m), year: Number(y) }
}

function both(...[d, m, y, d2, m2, y2]: Numbers): readonly [DayMonth, DayMonth] {
  return [dayMonth(d, m, y), dayMonth(d2, m2, y2)]
}

function dayMonth(d = '', m = '', y?: string): DayMonth {
  const index = months.indexOf(m.slice(0, 3).toLowerCase())
  return { day: Number(d), month: index + 1, year: y === undefined ? undefined : Number(y) }
}

/** Undefined when none are named, or none that there are: a tool says better what is wrong with those. */
export function saidDays(text: string, today: string): SaidDays | undefined {
  for (const [pattern, read] of forms) {
    const match = new RegExp(pattern, 'i').exec(text)
    if (!match) continue
    const days = nextDays(read(match.slice(1)), today)
    return days && { ...days, text: match[0] }
  }
  return undefined
}

/** Far enough for 29 February. */
const yearsAhead = 9

function nextDays([from, till]: readonly [DayMonth, DayMonth], today: string): Omit<SaidDays, 'text'> | undefined {
  const thisYear = Number(today.slice(0, 4))
  const wraps = till.month * 100 + till.day < from.month * 100 + from.day ? 1 : 0
  // `17-12 January` goes over no New Year.
  if (wraps === 1 && from.month === till.month && from.year === till.year) return undefined
  const first = from.year ?? (till.year === undefined ? undefined : till.year - wraps)
  if (first !== undefined) return daysIn(from, till, first)
  const coming = Array.from({ length: yearsAhead }, (_, ahead) => daysIn(from, till, thisYear + ahead))
  return coming.find((days) => days !== undefined && days.start >= today)
}

/** Those that begin in this year, if there are such days in it. */
function daysIn(from: DayMonth, till: DayMonth, year: number): Omit<SaidDays, 'text'> | undefined {
  const start = isoDay(year, from.month, from.day)
  const sameYear = isoDay(till.year ?? year, till.month, till.day)
  const end =
    sameYear !== undefined && start !== undefined && sameYear < start && till.year === undefined
      ? isoDay(year + 1, till.month, till.day)
      : sameYear
  return start !== undefined && end !== undefined && end >= start ? { start, end } : undefined
}
