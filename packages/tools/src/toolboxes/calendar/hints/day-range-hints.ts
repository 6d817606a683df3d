/** Ranges of dates: `January 17-19`, `between 3 and 5 May`, `30 December to 2 January`, `from Friday until Sunday`. */
import { GyreError } from '@gyre/core'
import type { DateSpan } from '../dates/date-span.ts'
import { type Day, dayOf, partsOf } from '../dates/day.ts'
import { monthNames } from '../dates/spoken-date.ts'
import { comesEveryYear, lastBegun } from './coming.ts'
import { type DayMonth, readDayMonth } from './day-month.ts'
import { type HintContext, type HintRule, type Reading, withNote } from './hint.ts'
import { monthOf } from './hint-words.ts'
import { noSuchDate } from './iso-hints.ts'

const opening = '(?:from|between|du|del|dal|vom|von|van|zwischen|entre|tra|de|od|c|z) '
const joint = '(?:to|until|till|til|through|thru|and|bis|und|au|et|al|a|y|e|ate|tot|en|do|po|till och med|-|/)'
const year = '(?:(?: of| de| do)? (\\d{4}))?'
const monthAfter = new RegExp(
  `^(?:${opening})?(\\d{1,2})\\.? ?${joint} ?(\\d{1,2})\\.?(?: of| de| di| do)? (\\p{L}{3,})\\.?${year}$`,
  'u',
)
const monthBefore = new RegExp(
  `^(?:${opening})?(\\p{L}{3,})\\.? (\\d{1,2})(?: ?(?:-|/) ?| ${joint} )(\\d{1,2})${year}$`,
  'u',
)

/** Both days in one month. */
export const daysOfMonthHint: HintRule = (text, { today }) => {
  const after = monthAfter.exec(text)
  const before = monthBefore.exec(text)
  const match = after ?? before
  const month = monthOf((after ? after[3] : before?.[1]) ?? '')
  if (!match || !month) return undefined
  const [from, to] = after ? [Number(after[1]), Number(after[2])] : [Number(before?.[2]), Number(before?.[3])]
  const ofYear = match[4] ? Number(match[4]) : undefined
  if (from > to) throw endsTooEarly(from, to, month)
  return spanOf({ day: from, month, year: ofYear }, { day: to, month, year: ofYear }, today)
}

/** `28 to 2 January` may begin in December, and `January 19-17` end in February or be a slip. */
function endsTooEarly(from: number, to: number, month: number): GyreError {
  const said = `${from} to ${to} ${monthNames[month - 1]}`
  const instead = 'write the smaller day first, or name both months'
  return new GyreError('argument-invalid', `\`text\`: ${said} ends before it begins: ${instead}.`)
}

/** Two dates, each with its month. */
export const twoDatesHint: HintRule = (text, { today, country }) => {
  for (const [left, right] of splits(text)) {
    const from = readDayMonth(left, country)
    const to = from && readDayMonth(right, country)
    if (from && to) return spanOf(from, to, today)
  }
  return undefined
}

/** A span whose years are known from its ends or from today: the first one that is not over. */
function spanOf(from: DayMonth, to: DayMonth, today: Day): Reading {
  const lastYear = to.year ?? (from.year === undefined ? undefined : from.year + wrapsOf(from, to))
  const span = lastYear === undefined ? nextSpan(from, to, today) : spanIn(from, to, lastYear)
  if (!span) throw impossible(from, to, lastYear)
  const meaning = lastYear === undefined ? 'the first such dates that are not over' : 'the dates'
  return withNote({ ...span, meaning }, from.note ?? to.note)
}

/** Far enough for 29 February. */
function nextSpan(from: DayMonth, to: DayMonth, today: Day): DateSpan | undefined {
  const { year } = partsOf(today)
  const spans = Array.from({ length: 10 }, (_, ahead) => spanIn(from, to, year + ahead))
  return spans.find((span) => span !== undefined && span.end >= today)
}

/** The span that ends in this year. */
function spanIn(from: DayMonth, to: DayMonth, year: number): DateSpan | undefined {
  const start = dayOf(from.year ?? year - wrapsOf(from, to), from.month, from.day)
  const end = dayOf(year, to.month, to.day)
  return start !== undefined && end !== undefined && end >= start ? { start, end } : undefined
}

/** 1 when it goes over New Year. */
function wrapsOf(from: DayMonth, to: DayMonth): number {
  return to.month * 100 + to.day < from.month * 100 + from.day ? 1 : 0
}

function impossible(from: DayMonth, to: DayMonth, year: number | undefined): Error {
  const wrong = [from, to].find(({ day, month }) => dayOf(2028, month, day) === undefined) ?? to
  return noSuchDate(wrong.year ?? year, wrong.month, wrong.day)
}

/** Any two hints: `from tomorrow until next Friday`, `2026-01-17 to 2026-01-19`, `March to May`. */
export const anyRangeHint: HintRule = (text, context) => {
  for (const [left, right] of splits(text)) {
    const ends = endsOf(left, right, context)
    if (!ends || ends.to.end < ends.from.start) continue
    const { from, to } = ends
    // `Friday and Saturday` is a range, `Easter and Christmas` are two dates.
    const isList = text.endsWith(` and ${right}`) && !/^(?:between|zwischen|entre) /.test(text)
    if (isList && to.start - from.end > 1) continue
    return withNote({ start: from.start, end: to.end, meaning: `from “${left}” to “${right}”` }, from.note)
  }
  return undefined
}

type Ends = { readonly from: Reading; readonly to: Reading }

function endsOf(left: string, right: string, context: HintContext): Ends | undefined {
  const from = context.read(left)
  const to = from && context.read(right)
  if (!to || to.end >= from.start) return to && { from, to }
  // On 27 December, `Christmas to New Year` is running.
  const begun = comesEveryYear(right) ? lastBegun(left, context) : undefined
  if (begun) return { from: begun, to }
  // `from 20 December to Friday`: the Friday after that.
  const later = context.read(right, from.start)
  return later && { from, to: later }
}

/** Where a range may be cut, the surest place first. */
const cuts = [
  / (?:to|until|till|through|thru|and|bis|au|al|tot|-|\/|\.\.) /g,
  /\/|\.\./g,
  /(?<=[\p{L}\d.])-(?=[\p{L}\d])/gu,
]

function splits(text: string): readonly (readonly [string, string])[] {
  const body = text.replace(/^(?:from|between|vom|von|du|del|dal|zwischen|entre) /, '')
  const found = cuts.flatMap((cut) =>
    [...body.matchAll(cut)].map((at) => [body.slice(0, at.index), body.slice(at.index + at[0].length)] as const),
  )
  return found.slice(0, 6)
}
