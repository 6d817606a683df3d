/** Stays: a first day and a number of nights or days. */
import { addMonths, type Day } from '../dates/day.ts'
import { shortDay } from '../dates/spoken-date.ts'
import type { HintRule, Reading } from './hint.ts'
import { countOf } from './hint-words.ts'

const length = '(an?|\\d{1,3}) (night|day|week|month)s?'

/** `3 nights from 5 May`, `a week starting Monday`. */
export const lengthFirstHint: HintRule = (text, { read }) => {
  const match = new RegExp(`^(?:for )?${length} (?:from|starting|beginning|commencing)(?: on| from)? (.+)$`).exec(text)
  const first = match?.[3] ? read(match[3]) : undefined
  // `a week from Monday` is a day, `a week starting Monday` a stay.
  if (!match || !first || (/ from /.test(match[0]) && match[2] !== 'night')) return undefined
  return stay(first, countOf(match[1] ?? ''), match[2] ?? '')
}

/** `5 May for 3 nights`, `from Monday for a week`. */
export const lengthLastHint: HintRule = (text, { read }) => {
  const match = new RegExp(`^(?:from |starting )?(.+?) for ${length}$`).exec(text)
  const first = match?.[1] ? read(match[1]) : undefined
  return match && first ? stay(first, countOf(match[2] ?? ''), match[3] ?? '') : undefined
}

function stay({ start, note }: Reading, count: number, unit: string): Reading | undefined {
  if (count < 1) return undefined
  return {
    start,
    end: lastDay(start, count, unit),
    meaning: `${count} ${unit}(s) from ${shortDay(start)}`,
    ...(note && { note }),
  }
}

/** Three nights end on the fourth day, three days on the third. */
function lastDay(start: Day, count: number, unit: string): Day {
  if (unit === 'night') return start + count
  if (unit === 'month') return addMonths(start, count) - 1
  return start + count * (unit === 'week' ? 7 : 1) - 1
}
