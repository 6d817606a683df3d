/** A day and a month in words or in numbers, with a year or without: `17 January`, `Jan 17 2027`, `17.1.`, `3/5`. */
import { addMonths, type Day, dayOf, nextDate, partsOf, startOfMonth, weekdayOf } from '../dates/day.ts'
import { shortDay, weekdayName } from '../dates/spoken-date.ts'
import { type HintContext, type HintRule, type Reading, withNote } from './hint.ts'
import { monthOf, weekdayOfWord, weekdayPattern } from './hint-words.ts'
import { noSuchDate } from './iso-hints.ts'

export type DayMonth = {
  readonly day: number
  readonly month: number
  readonly year: number | undefined
  /** What the numbers could mean besides. */
  readonly note?: string
}

const of = '(?: (?:of|de|do|di)(?= ))?'
const word = '(\\p{L}{3,})\\.?'
const year = '(?:(?: of| de| do)? (\\d{4}))?'
const dayFirst = new RegExp(`^(\\d{1,2})\\.?${of} ?${word}${year}$`, 'u')
const monthFirst = new RegExp(`^${word} (?:the )?(\\d{1,2})${year}$`, 'u')
const weekdayBefore = new RegExp(`^${weekdayPattern} (?:the )?(?=\\d|\\p{L}{3,} \\d)`, 'u')

/** Countries that write the month before the day. */
const monthBeforeDay: readonly (string | undefined)[] = [undefined, 'US', 'PH', 'GU', 'AS', 'PR', 'VI']

export function readDayMonth(hint: string, country: string | undefined): DayMonth | undefined {
  const text = hint.replace(weekdayBefore, '')
  const [, day, month, ofYear] = dayFirst.exec(text) ?? []
  if (day && month) return inWords(day, month, ofYear)
  const [, firstMonth, secondDay, secondYear] = monthFirst.exec(text) ?? []
  if (firstMonth && secondDay) return inWords(secondDay, firstMonth, secondYear)
  return inNumbers(text, country)
}

function inWords(day: string, name: string, ofYear: string | undefined): DayMonth | undefined {
  const month = monthOf(name)
  return month === undefined ? undefined : { day: Number(day), month, year: ofYear ? Number(ofYear) : undefined }
}

/** With dots the day comes first everywhere; with a slash it depends on the country. */
function inNumbers(text: string, country: string | undefined): DayMonth | undefined {
  const dotted = /^(\d{1,2})\.(\d{1,2})(?:\.(\d{4})?)?$/.exec(text)
  if (dotted) return { day: Number(dotted[1]), month: Number(dotted[2]), year: yearOf(dotted[3]) }
  const match = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/.exec(text) ?? /^(\d{1,2})-(\d{1,2})-(\d{4})$/.exec(text)
  if (!match) return undefined
  const [first, second, ofYear] = [Number(match[1]), Number(match[2]), yearOf(match[3])]
  if (first > 12 || second > 12 || first === second) {
    return first > 12 ? { day: first, month: second, year: ofYear } : { day: second, month: first, year: ofYear }
  }
  return monthBeforeDay.includes(country)
    ? {
        day: second,
        month: first,
        year: ofYear,
        note: `\`${text}\` was read with the month first; write ISO dates to be sure.`,
      }
    : {
        day: first,
        month: second,
        year: ofYear,
        note: `\`${text}\` was read with the day first; write ISO dates to be sure.`,
      }
}

function yearOf(digits: string | undefined): number | undefined {
  return digits ? Number(digits) : undefined
}

/** A date without a year is the next one of that name. */
export const dayMonthHint: HintRule = (text, context) => {
  const named = readDayMonth(text, context.country)
  if (!named) return undefined
  const reading = dayMonthReading(named, context)
  return withNote(reading, wrongWeekday(text, reading.start))
}

/** A weekday that is named beside the date should be its own. */
function wrongWeekday(text: string, day: Day): string | undefined {
  const named = weekdayOfWord(weekdayBefore.exec(text)?.[1] ?? '')
  if (named === undefined || named === weekdayOf(day)) return undefined
  return `${shortDay(day)} is a ${weekdayName(day)}, not the weekday that was named.`
}

function dayMonthReading({ day, month, year: ofYear, note }: DayMonth, { today }: HintContext): Reading {
  const found = ofYear === undefined ? nextDate(month, day, today) : dayOf(ofYear, month, day)
  if (found === undefined) throw noSuchDate(ofYear, month, day)
  const meaning = ofYear === undefined ? 'the next such date' : 'the date'
  return { start: found, end: found, meaning, ...(note && { note }) }
}

/** `the 17th`: the next 17th, in a month that has one; `the 17th of next month`. */
export const dayOfMonthHint: HintRule = (text, { today }) => {
  const match = /^(?:the )?(\d{1,2})( of (?:the )?(?:(this|same|current|next|following|coming|last) )?month)?$/.exec(
    text,
  )
  const day = Number(match?.[1])
  if (!match || day < 1 || day > 31) return undefined
  if (!match[2]) return nextDayOfMonth(day, today)
  const steps = { next: 1, following: 1, coming: 1, last: -1 }[match[3] ?? ''] ?? 0
  const { year: ofYear, month } = partsOf(addMonths(today, steps))
  const found = dayOf(ofYear, month, day)
  if (found === undefined) throw noSuchDate(ofYear, month, day)
  return { start: found, end: found, meaning: `day ${day} of that month` }
}

function nextDayOfMonth(day: number, today: Day): Reading | undefined {
  const { year: ofYear, month } = partsOf(today)
  for (let ahead = 0; ahead <= 2; ahead += 1) {
    const { year: inYear, month: inMonth } = partsOf(startOfMonth(ofYear, month + ahead))
    const found = dayOf(inYear, inMonth, day)
    if (found !== undefined && found >= today)
      return { start: found, end: found, meaning: `the next day ${day} of a month` }
  }
  return undefined
}
