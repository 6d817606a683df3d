/** The nth weekday, weekend or week of a stretch: `first Monday of March`, `last weekend in August`, `second week of May`. */
import { type Day, weekdayFrom } from '../dates/day.ts'
import { shortDay } from '../dates/spoken-date.ts'
import { firstNotOver } from './coming.ts'
import { type HintContext, type HintRule, type Reading, withNote } from './hint.ts'
import { ordinalOf, weekdayOfWord, weekdayPattern } from './hint-words.ts'

const saturday = 6

const nths = 'first|second|third|fourth|fifth|last'
const nthWeekdayPattern = new RegExp(
  `^(?:the )?(?:(${nths}|an?|1|any|some) )?(?:${weekdayPattern}|(weekend)|(day|night)) (of|in) (?:the )?(.+)$`,
)

export const nthWeekdayHint: HintRule = (text, context) => {
  const [, order = '', named, weekend, unit, preposition, stretch] = nthWeekdayPattern.exec(text) ?? []
  if (!stretch || (order === '' && preposition === 'of')) return undefined
  const weekday = named ? weekdayOfWord(named) : weekend ? saturday : undefined
  const length = weekend ? 2 : 1
  // The last night is that before the last day.
  const inside = (whole: Reading) => (unit === 'night' ? { ...whole, end: whole.end - 1 } : whole)
  const nth = order === '1' ? undefined : ordinalOf(order)
  // `one night in Hanukkah` is a stay.
  if (nth === undefined) return unit === 'night' ? undefined : anyIn(stretch, context, { nth: 1, weekday, length })
  return firstNotOver(stretch, context, (whole) => nthIn(inside(whole), { nth, weekday, length }))
}

/** `a weekend in March`: the first that is still to come. */
function anyIn(stretch: string, context: HintContext, wanted: Wanted): Reading | undefined {
  const found = firstNotOver(stretch, context, (whole) => {
    const rest = { ...whole, start: Math.max(whole.start, Math.min(context.today, whole.end)) }
    return nthIn(rest, wanted) ?? nthIn(whole, wanted)
  })
  return found && withNote(found, 'It is the first of several.')
}

type Wanted = { readonly nth: number; readonly weekday: number | undefined; readonly length: number }

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
  const day = nth < 0 ? weekdayFrom(end - 6, weekday) : weekdayFrom(start, weekday) + (nth - 1) * 7
  return day >= start && day <= end ? day : undefined
}

const nthWeekPattern = new RegExp(`^(?:the )?(${nths}) week (?:of|in) (?:the )?(.+)$`)
const edgePattern = /^(?:the )?(first|last) (\d{1,2}) (day|night|week)s (?:of|in) (?:the )?(.+)$/

/**
 * Weeks of a month are counted in sevens from its first day or back from its last, so that none leaves it:
 * `second week of March`, `last two weeks of August`, `first 10 days of May`.
 */
export const nthWeekHint: HintRule = (text, context) => {
  const [, order, stretch] = nthWeekPattern.exec(text) ?? []
  const nth = ordinalOf(order ?? '')
  if (stretch && nth !== undefined) return firstNotOver(stretch, context, (whole) => nthWeek(whole, nth))
  const [, edge, count, unit, around] = edgePattern.exec(text) ?? []
  if (!around) return undefined
  // Two nights are three days: one leaves on the third.
  const days = unit === 'night' ? Number(count) + 1 : Number(count) * (unit === 'week' ? 7 : 1)
  return firstNotOver(around, context, (whole) => edgeOf(whole, edge === 'last', days))
}

function nthWeek(whole: Reading, nth: number): Reading | undefined {
  if (nth < 0) return edgeOf(whole, true, 7)
  const start = whole.start + (nth - 1) * 7
  if (start > whole.end || whole.end - whole.start < 7) return undefined
  const name = ['first', 'second', 'third', 'fourth', 'fifth'][nth - 1]
  const meaning = `its ${name} week, counted in sevens from ${shortDay(whole.start)}`
  return withNote({ start, end: Math.min(start + 6, whole.end), meaning }, whole.note)
}

function edgeOf({ start, end, note }: Reading, isLast: boolean, days: number): Reading | undefined {
  if (days < 1 || days > end - start) return undefined
  const span = isLast ? { start: end - days + 1, end } : { start, end: start + days - 1 }
  return withNote({ ...span, meaning: `its ${isLast ? 'last' : 'first'} ${days} days` }, note)
}
