/** Days next to another date: `the weekend before Christmas`, `the Friday after Easter`, `the week before 5 May`. */
import type { DateSpan } from '../dates/date-span.ts'
import { mondayOf, weekdayFrom } from '../dates/day.ts'
import { shortDay } from '../dates/spoken-date.ts'
import { firstNotOver, lastBegun } from './coming.ts'
import { type HintRule, type Reading, withNote } from './hint.ts'
import { weekdayOfWord, weekdayPattern } from './hint-words.ts'

const pattern = new RegExp(
  `^(?:the )?(?:(first|last|next) )?(?:${weekdayPattern}|(weekend|week|day|night|evening)) (before|preceding|after|following) (?:the )?(.+)$`,
)

/** What is asked for, strictly before or after a date. */
type Wanted = { readonly what: string; readonly side: 'before' | 'after' }

export const besideHint: HintRule = (text, context) => {
  const [, order, weekday, stretch, preposition = '', date] = pattern.exec(text) ?? []
  if (!date) return undefined
  const side = /before|preceding/.test(preposition) ? 'before' : 'after'
  // `the first Friday before Easter` and `the last weekend after it` name no day.
  if (order && (order === 'last') !== (side === 'before')) return undefined
  const wanted = { what: weekday ?? stretch ?? '', side } as const
  // After Christmas, its next weekend may still be to come.
  const begun = side === 'after' ? lastBegun(date, context) : undefined
  const running = begun && beside(begun, wanted)
  if (running && running.end >= context.today) return running
  return firstNotOver(date, context, (whole) => beside(whole, wanted))
}

/** `the two weeks before Christmas` are all of these days, `two weeks before Christmas` is one. */
export const runUpHint: HintRule = (text, context) => {
  const [, count, unit, side, date] = /^the (\d{1,2}) (day|week)s (before|after) (?:the )?(.+)$/.exec(text) ?? []
  const days = Number(count) * (unit === 'week' ? 7 : 1)
  if (!date || days < 1) return undefined
  return firstNotOver(date, context, ({ start, end, note }) => {
    const span = side === 'before' ? { start: start - days, end: start - 1 } : { start: end + 1, end: end + days }
    return withNote({ ...span, meaning: `the ${days} days ${side} ${shortDay(side === 'before' ? start : end)}` }, note)
  })
}

function beside(whole: Reading, { what, side }: Wanted): Reading {
  const span = side === 'before' ? spanBefore(whole, what) : spanAfter(whole, what)
  const edge = side === 'before' ? whole.start : whole.end
  const length = what === 'week' ? 'the seven days' : `the ${nameOf(what)}`
  return withNote({ ...span, meaning: `${length} ${side} ${shortDay(edge)}` }, whole.note)
}

function spanBefore({ start }: DateSpan, what: string): DateSpan {
  if (what === 'week') return { start: start - 7, end: start - 1 }
  if (what === 'weekend') return weekendFrom(mondayOf(start) - 2)
  const weekday = weekdayOfWord(what)
  return single(weekday === undefined ? start - 1 : weekdayFrom(start - 7, weekday))
}

function spanAfter({ end }: DateSpan, what: string): DateSpan {
  if (what === 'week') return { start: end + 1, end: end + 7 }
  if (what === 'weekend') return weekendFrom(weekdayFrom(end + 1, 6))
  const weekday = weekdayOfWord(what)
  return single(weekday === undefined ? end + 1 : weekdayFrom(end + 1, weekday))
}

function weekendFrom(saturday: number): DateSpan {
  return { start: saturday, end: saturday + 1 }
}

function single(day: number): DateSpan {
  return { start: day, end: day }
}

/** Weekdays have a capital letter. */
function nameOf(what: string): string {
  return weekdayOfWord(what) === undefined ? what : `${what.slice(0, 1).toUpperCase()}${what.slice(1)}`
}
