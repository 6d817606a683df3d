/** Hints that count from today, or from another hint: `tomorrow`, `in two weeks`, `a fortnight from Monday`. */
import { addMonths, type Day, isInCalendar, twoDigits } from '../dates/day.ts'
import { shortDay } from '../dates/spoken-date.ts'
import { wallClock } from '../zones/wall-clock.ts'
import type { HintRule, Reading } from './hint.ts'
import { countOf, weekdayOfWord } from './hint-words.ts'

const units = '(day|night|week|fortnight|month|quarter|year)s?'
const count = '(an?|\\d{1,4})'

const named: Readonly<Record<string, number>> = {
  today: 0,
  now: 0,
  'right now': 0,
  tonight: 0,
  'this morning': 0,
  'this afternoon': 0,
  'this evening': 0,
  tomorrow: 1,
  'tomorrow morning': 1,
  'tomorrow afternoon': 1,
  'tomorrow evening': 1,
  'tomorrow night': 1,
  tmrw: 1,
  'day after tomorrow': 2,
  overmorrow: 2,
  yesterday: -1,
  'last night': -1,
  'day before yesterday': -2,
}

export const namedDayHint: HintRule = (text, { today }) => {
  const name = text.replace(/^the /, '')
  const ahead = Object.hasOwn(named, name) ? named[name] : undefined
  return ahead === undefined ? undefined : single(today + ahead, name)
}

/** `in 2 weeks`, `2 weeks from now`, `3 days ago`. `2 weeks` alone is a length, and no date. */
export const countedHint: HintRule = (text, { today }) => {
  const ahead =
    new RegExp(`^in ${count} ${units}(?: time)?$`).exec(text) ??
    new RegExp(`^(?:in )?${count} ${units} (?:time|from now|from today|later|hence|ahead)$`).exec(text)
  const back = new RegExp(`^${count} ${units} (?:ago|earlier|back)$`).exec(text)
  const match = ahead ?? back
  if (!match?.[1] || !match[2]) return undefined
  const steps = countOf(match[1]) * (back ? -1 : 1)
  return bounded(shifted(today, steps, match[2]), `${text}, counted from ${shortDay(today)}`)
}

/** `a fortnight from Monday`, `3 days after 1 May`, `a week on Friday`, `2 days before Easter`. */
export const countedFromHint: HintRule = (text, { read }) => {
  const match = new RegExp(`^(?:in )?${count} ${units} (from|after|on|since|before) (.+)$`).exec(text)
  if (!match?.[1] || !match[2] || !match[4]) return undefined
  const base = read(match[4])
  if (!base) return undefined
  const steps = countOf(match[1]) * (match[3] === 'before' ? -1 : 1)
  const from = match[3] === 'after' || match[3] === 'since' ? base.end : base.start
  const reading = bounded(shifted(from, steps, match[2]), `${text}, counted from ${shortDay(from)}`)
  return reading && { ...reading, ...(base.note && { note: base.note }) }
}

/** `Monday week` is British for a week after Monday. */
export const weekdayWeekHint: HintRule = (text, { read }) => {
  const match = /^([a-z]+) (week|fortnight)$/.exec(text)
  if (!match?.[1] || (weekdayOfWord(match[1]) === undefined && !/^to(day|morrow)$/.test(match[1]))) return undefined
  const base = read(match[1])
  if (!base || base.start !== base.end) return undefined
  return single(shifted(base.start, 1, match[2] ?? ''), `a ${match[2]} after ${shortDay(base.start)}`)
}

/** `the next 3 days`, `the last 2 weeks`, `within 10 days`. */
export const spanFromTodayHint: HintRule = (text, { today }) => {
  const match = new RegExp(`^(?:within )?(?:the )?(next|coming|last|past|previous|within) (\\d{1,4}) ${units}$`).exec(
    text,
  )
  if (!match?.[2] || !match[3]) return undefined
  const steps = Number(match[2])
  if (/last|past|previous/.test(match[1] ?? '')) {
    return spanned(shifted(today, -steps, match[3]), today - 1, `${text}, up to yesterday`)
  }
  return spanned(today + 1, shifted(today, steps, match[3]), `${text}, from tomorrow on`)
}

/** `in 3 hours`, `90 minutes from now`. */
export const hoursHint: HintRule = (text, { now }) => {
  const match = /^(?:in )?(an?|half an|\d{1,5}) (hour|minute|min)s?(?: time| from now)?( ago)?$/.exec(text)
  if (!match?.[1]) return undefined
  const size = match[2] === 'hour' ? 60 : 1
  const minutes = (match[1] === 'half an' ? 0.5 : countOf(match[1])) * size * (match[3] ? -1 : 1)
  // On the instant, not on the clock: in some nights that is put forward or back.
  const instant = now.instant + minutes * 60_000
  const { day, hour, minute } = wallClock(instant, now.zone)
  return { ...single(day, text), time: `${twoDigits(hour)}:${twoDigits(minute)}`, instant }
}

function shifted(day: Day, steps: number, unit: string): Day {
  if (unit === 'month') return addMonths(day, steps)
  if (unit === 'quarter') return addMonths(day, steps * 3)
  if (unit === 'year') return addMonths(day, steps * 12)
  return day + steps * (unit === 'week' ? 7 : unit === 'fortnight' ? 14 : 1)
}

function single(day: Day, meaning: string): Reading {
  return { start: day, end: day, meaning }
}

/** Years with more than four digits are a slip, not a date. */
function bounded(day: Day, meaning: string): Reading | undefined {
  return isInCalendar(day) ? single(day, meaning) : undefined
}

function spanned(start: Day, end: Day, meaning: string): Reading | undefined {
  return end >= start && isInCalendar(start) && isInCalendar(end) ? { start, end, meaning } : undefined
}
