/** Stays: a first day and a number of nights or days. */
import { addMonths, type Day } from '../dates/day.ts'
import { counted, shortDay } from '../dates/spoken-date.ts'
import { type HintContext, type HintRule, type Reading, withNote } from './hint.ts'
import { countOf } from './hint-words.ts'

const length = '(an?|\\d{1,3}) (night|day|week|month)s?'

/** `two weeks` alone is no date. */
export function isLength(text: string): boolean {
  return new RegExp(`^${length}$`).test(text)
}

/** `3 nights from 5 May`, `a week starting Monday`, `one night in Hanukkah`, `two nights next weekend`. */
export const lengthFirstHint: HintRule = (text, context) => {
  const [, count, unit, rest] = new RegExp(`^(?:for )?${length} (.+)$`).exec(text) ?? []
  if (!count || !unit || !rest) return undefined
  const named = unit === 'night' ? nightsIn(rest, context) : daysIn(rest, context)
  return named && stay(named, { count: countOf(count), unit }, context)
}

/** Nights are always a stay, whatever stands between them and the date. */
function nightsIn(rest: string, { read }: HintContext): Reading | undefined {
  return read(rest.replace(/^(?:from|starting|beginning|commencing|of)(?: on| from)? /, ''))
}

/** `a week from Monday` and `a week on Friday` are days, `a week starting Monday` and `a week in March` stays. */
function daysIn(rest: string, { read }: HintContext): Reading | undefined {
  const [, first] = /^(?:starting|beginning|commencing)(?: on| from)? (.+)$/.exec(rest) ?? []
  if (first) return read(first)
  const [, word] = /^(in|of|this|next|over|during) /.exec(rest) ?? []
  if (!word) return undefined
  const named = read(rest.replace(/^of /, ''))
  // `a week next Friday` is British for a day.
  return named && (named.start < named.end || /over|during/.test(word)) ? named : undefined
}

/** `5 May for 3 nights`, `from Monday for a week`, `Hanukkah, 3 nights`. */
export const lengthLastHint: HintRule = (text, context) => {
  const [, first, isLong, count, unit] = new RegExp(`^(?:from |starting )?(.+?)( for)? ${length}$`).exec(text) ?? []
  // `Monday a week` is British for a day.
  if (!first || !count || !unit || (!isLong && unit !== 'night')) return undefined
  const named = context.read(first)
  return named && stay(named, { count: countOf(count), unit }, context)
}

type Length = { readonly count: number; readonly unit: string }

/** From the first day that is named; of a stretch that has begun, from today: nobody arrives in the past. */
function stay(named: Reading, { count, unit }: Length, { today }: HintContext): Reading | undefined {
  if (count < 1) return undefined
  const hasBegun = named.start < today && today <= named.end
  const start = hasBegun ? today : named.start
  const end = lastDay(start, count, unit)
  const reading = { start, end, meaning: `${counted(count, unit)} from ${shortDay(start)}` }
  const noted = withNote(reading, named.note)
  if (hasBegun) return withNote(noted, 'It has begun: counted from today.')
  if (end >= named.end) return noted
  return withNote(noted, `It is the first in the time from ${shortDay(named.start)} to ${shortDay(named.end)}.`)
}

/** Three nights end on the fourth day, three days on the third. */
function lastDay(start: Day, count: number, unit: string): Day {
  if (unit === 'night') return start + count
  if (unit === 'month') return addMonths(start, count) - 1
  return start + count * (unit === 'week' ? 7 : 1) - 1
}
