/** A hint at a date, as people write it, as days of the calendar. */
import { GyreError } from '@gyre/core'
import { loadLibrary } from '../../../library.ts'
import { type Day, isInCalendar } from '../dates/day.ts'
import { besideHint, runUpHint } from './beside-hints.ts'
import { chronoReading } from './chrono-hints.ts'
import { dayMonthHint, dayOfMonthHint } from './day-month.ts'
import { anyRangeHint, daysOfMonthHint, twoDatesHint } from './day-range-hints.ts'
import { festivalHint } from './festival-hints.ts'
import { inEnglish } from './foreign-phrases.ts'
import { type HintContext, type HintNow, type HintRule, type Reading, withNote } from './hint.ts'
import { plainHint, withoutFillers } from './hint-words.ts'
import { isoDateHint, isoMonthHint, isoWeekHint } from './iso-hints.ts'
import { changesDate } from './left-over.ts'
import { monthHint, partOfHint, relativeMonthHint } from './month-hints.ts'
import { nthWeekdayHint, nthWeekHint } from './ordinal-hints.ts'
import { halfHint, quarterHint, seasonHint, yearHint } from './period-hints.ts'
import {
  countedFromHint,
  countedHint,
  hoursHint,
  namedDayHint,
  spanFromTodayHint,
  weekdayWeekHint,
} from './relative-hints.ts'
import { lengthFirstHint, lengthLastHint } from './stay-hints.ts'
import { splitTime } from './time-of-day.ts'
import { aroundDayHint, timeOfDayHint, weekdayHint, weekdayInWeekHint, weekendHint, weekHint } from './week-hints.ts'

/** The first rule that reads a hint decides; those that read parts of it by other rules come last. */
const rules: readonly HintRule[] = [
  isoDateHint,
  isoMonthHint,
  isoWeekHint,
  namedDayHint,
  hoursHint,
  countedHint,
  spanFromTodayHint,
  weekendHint,
  weekHint,
  weekdayInWeekHint,
  weekdayHint,
  daysOfMonthHint,
  dayMonthHint,
  dayOfMonthHint,
  monthHint,
  relativeMonthHint,
  yearHint,
  quarterHint,
  halfHint,
  seasonHint,
  festivalHint,
  twoDatesHint,
  weekdayWeekHint,
  nthWeekdayHint,
  nthWeekHint,
  aroundDayHint,
  timeOfDayHint,
  besideHint,
  runUpHint,
  lengthFirstHint,
  lengthLastHint,
  partOfHint,
  countedFromHint,
  anyRangeHint,
]

/** Parts of parts of parts; a hint nested deeper is none. */
const deepest = 3

export type HintQuestion = {
  readonly text: string
  /** The argument it came in. */
  readonly field: string
  readonly today: Day
  readonly now: HintNow
  readonly country?: string | undefined
}

export async function resolveHint(question: HintQuestion): Promise<Reading> {
  const context = contextOf(question, question.today, 0, new Map())
  const plain = plainHint(question.text)
  const own = readByRules(plain, context) ?? readTimed(plain, context) ?? readWithin(plain, context)
  if (own && isInCalendar(own.start) && isInCalendar(own.end)) return own
  if (own) throw notUnderstood(question)
  const chrono = await loadLibrary('calendar', () => import('chrono-node'))
  const reading = chronoReading(chrono, question.text, context)
  if (reading) return reading
  throw notUnderstood(question)
}

/** What parts were read as: the same part is met in many ways of cutting a text. */
type Known = Map<string, Reading | undefined>

function contextOf(question: HintQuestion, today: Day, depth: number, known: Known): HintContext {
  const { now, country } = question
  return {
    today,
    now,
    country,
    read: (text, from = today) => {
      const key = `${depth} ${from} ${text}`
      if (depth < deepest && !known.has(key)) {
        known.set(key, readPart(text, contextOf(question, from, depth + 1, known)))
      }
      return known.get(key)
    },
  }
}

function readByRules(plain: string, context: HintContext): Reading | undefined {
  const forms = new Set([inEnglish(plain), inEnglish(withoutFillers(plain))])
  for (const form of forms) {
    for (const rule of rules) {
      const reading = rule(form, context)
      if (reading) return reading
    }
  }
  return undefined
}

function readTimed(plain: string, context: HintContext): Reading | undefined {
  const { time, rest } = splitTime(plain)
  if (time === undefined) return undefined
  const day = readByRules(rest === '' ? 'today' : rest, context)
  return day && { ...day, time }
}

/** A longer text that has a hint in it. A number left over is a part of the date that was not understood, and so are other words of dates. */
function readWithin(plain: string, context: HintContext): Reading | undefined {
  const words = plain.split(' ').slice(0, 30)
  for (let length = words.length - 1; length >= 1; length -= 1) {
    for (let from = 0; from + length <= words.length; from += 1) {
      const part = words.slice(from, from + length).join(' ')
      const [before, after] = [words.slice(0, from).join(' '), words.slice(from + length).join(' ')]
      if (!/\p{L}{3}|\d{4}-/u.test(part) || /\d/.test(before + after)) continue
      const reading = readPart(part, context)
      if (reading && !changesDate({ before, part, after }))
        return withNote(reading, `Only “${part}” was read as a date.`)
    }
  }
  return undefined
}

/** A part that names no date may have been cut at the wrong place. */
function readPart(text: string, context: HintContext): Reading | undefined {
  try {
    return readByRules(text, context)
  } catch (error) {
    if (error instanceof GyreError) return undefined
    throw error
  }
}

function notUnderstood({ text, field }: HintQuestion): GyreError {
  const shown = text.length > 60 ? `${text.slice(0, 59)}…` : text
  const examples = '`2026-11-15`, `next weekend`, `January 17-19`, `in two weeks`, `first Monday of March`, `Q3 2027`'
  const message = `\`${field}\`: \`${shown}\` is not understood as a date. Write it like ${examples}; for the date of a holiday ask \`calendar.resolve_holiday\`.`
  return new GyreError('argument-invalid', message, { field })
}
