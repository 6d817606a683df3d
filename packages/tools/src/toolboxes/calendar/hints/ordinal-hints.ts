/** The nth weekday or weekend of a stretch: `first Monday of March`, `last weekend in August 2027`. */
import { type Day, partsOf, weekdayFrom } from '../dates/day.ts'
import type { HintContext, HintRule, Reading } from './hint.ts'
import { ordinalOf, weekdayOfWord, weekdayPattern } from './hint-words.ts'

const saturday = 6

export const nthWeekdayHint: HintRule = (text, context) => {
  const what = `(?:${weekdayPattern}|(weekend)|(day))`
  const match = new RegExp(
    `^(?:the )?(first|second|third|fourth|fifth|last|[1-5]) ${what} (?:of|in) (?:the )?(.+)$`,
  ).exec(text)
  const nth = match?.[1] ? ordinalOf(match[1]) : undefined
  if (!match?.[5] || nth === undefined) return undefined
  const weekday = match[2] ? weekdayOfWord(match[2]) : match[3] ? saturday : undefined
  const length = match[3] ? 2 : 1
  return firstNotOver(match[5], context, (whole) => nthIn(whole, { nth, weekday, length }))
}

type Wanted = { readonly nth: number; readonly weekday: number | undefined; readonly length: number }

/** In the stretch as it is read, or one year on when its own is over: in December, `March` is next year's. */
function firstNotOver(
  stretch: string,
  { today, read }: HintContext,
  find: (whole: Reading) => Reading | undefined,
): Reading | undefined {
  const whole = read(stretch)
  if (!whole || whole.start === whole.end) return undefined
  const found = find(whole)
  if (!found || found.end >= today || /\d{4}|this|next|last|^month$|^year$/.test(stretch)) return found
  const { year } = partsOf(whole.start)
  const next = read(`${stretch} ${year + 1}`)
  return next ? find(next) : found
}

function nthIn({ start, end }: Reading, { nth, weekday, length }: Wanted): Reading | undefined {
  const day = weekday === undefined ? nthDay(start, end, nth) : nthWeekday(start, end, nth, weekday)
  if (day === undefined) return undefined
  return { start: day, end: day + length - 1, meaning: length === 2 ? 'that weekend, Saturday and Sunday' : 'that day' }
}

function nthDay(start: Day, end: Day, nth: number): Day | undefined {
  const day = nth < 0 ? end : start + nth - 1
  return day <= end ? day : undefined
}

function nthWeekday(start: Day, end: Day, nth: number, weekday: number): Day | undefined {
  if (nth < 0) return weekdayFrom(end - 6, weekday)
  const day = weekdayFrom(start, weekday) + (nth - 1) * 7
  return day <= end ? day : undefined
}
