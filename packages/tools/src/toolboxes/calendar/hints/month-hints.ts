/** Months, and parts of any longer stretch: `March 2027`, `next month`, `end of the month`, `mid-May`, `early next year`. */
import { addMonths, type Day, endOfMonth, partsOf, startOfMonth } from '../dates/day.ts'
import { monthNames } from '../dates/spoken-date.ts'
import { firstNotOver } from './coming.ts'
import type { HintRule, Reading } from './hint.ts'
import { monthOf } from './hint-words.ts'
import { noSuchDate } from './iso-hints.ts'

export const monthHint: HintRule = (text, { today }) => {
  const match = /^(?:(this|next|last|coming) )?(\p{L}{3,})\.?(?:(?: of| de| do)? (\d{4}))?$/u.exec(text)
  const month = match?.[2] ? monthOf(match[2]) : undefined
  if (!match || !month) return undefined
  if (match[3]) return monthOfYear(Number(match[3]), month)
  const { year, month: running } = partsOf(today)
  if (match[1] === 'last') return wholeMonth(running > month ? year : year - 1, month, 'the last one that is over')
  if (match[1] === 'next' || match[1] === 'coming') return nextNamed(year, month, running)
  return wholeMonth(running <= month ? year : year + 1, month, 'the one that runs or comes first')
}

function monthOfYear(year: number, month: number): Reading {
  if (year < 1) throw noSuchDate(year, month, 1)
  return wholeMonth(year, month, 'the whole month')
}

/** Of a month still to come this year, `next` may mean either. */
function nextNamed(year: number, month: number, running: number): Reading {
  const first = running < month ? year : year + 1
  const reading = wholeMonth(first, month, 'the first one after this month')
  if (first !== year) return reading
  return { ...reading, note: `If the one of next year is meant: say \`${monthNames[month - 1]} ${year + 1}\`.` }
}

export const relativeMonthHint: HintRule = (text, { today }) => {
  const match =
    /^(?:the )?(?:(this|current|next|following|coming|last|previous) )?month( after next| before last)?$/.exec(text)
  if (!match) return undefined
  const word = match[2] ?? match[1] ?? 'this'
  const steps =
    { ' after next': 2, ' before last': -2, next: 1, following: 1, coming: 1, last: -1, previous: -1 }[word] ?? 0
  const { year, month } = partsOf(addMonths(startOfMonth(partsOf(today).year, partsOf(today).month), steps))
  return wholeMonth(year, month, 'the whole month')
}

type Part = 'first' | 'last' | 'firstHalf' | 'secondHalf' | 'early' | 'mid' | 'late'

const parts: Readonly<Record<string, Part>> = {
  beginning: 'first',
  start: 'first',
  'first day': 'first',
  anfang: 'first',
  end: 'last',
  close: 'last',
  'last day': 'last',
  ende: 'last',
  'first half': 'firstHalf',
  'second half': 'secondHalf',
  'erste halfte': 'firstHalf',
  'zweite halfte': 'secondHalf',
  'first third': 'early',
  'middle third': 'mid',
  'last third': 'late',
  early: 'early',
  mid: 'mid',
  middle: 'mid',
  mitte: 'mid',
  late: 'late',
}

const partPattern = new RegExp(
  `^(?:the )?(${Object.keys(parts)
    .toSorted((one, other) => other.length - one.length)
    .join('|')})(?: of| in|-| )\\s*(?:the )?(.+)$`,
)

const meanings: Readonly<Record<Part, string>> = {
  first: 'its first day',
  last: 'its last day',
  firstHalf: 'its first half',
  secondHalf: 'its second half',
  early: 'its first third',
  mid: 'its middle third',
  late: 'its last third',
}

/** A part of what the rest of the hint names, that of next year when it is over. `end` is the last day, `late` the last third. */
export const partOfHint: HintRule = (text, context) => {
  const [, word = '', stretch] = partPattern.exec(text) ?? []
  const part = parts[word]
  if (!part || !stretch) return undefined
  return firstNotOver(stretch, context, ({ start: first, end: last, note }) => {
    if (first === last) return undefined
    const [start, end] = cut(part, first, last)
    return { start, end, meaning: meanings[part], ...(note && { note }) }
  })
}

function cut(part: Part, start: Day, end: Day): readonly [Day, Day] {
  const half = start + Math.floor((end - start + 1) / 2)
  const third = Math.max(1, Math.floor((end - start + 1) / 3))
  if (part === 'first') return [start, start]
  if (part === 'last') return [end, end]
  if (part === 'firstHalf') return [start, half - 1]
  if (part === 'secondHalf') return [half, end]
  if (part === 'early') return [start, start + third - 1]
  if (part === 'late') return [Math.min(end, start + 2 * third), end]
  return [Math.min(end, start + third), Math.min(end, start + 2 * third - 1)]
}

function wholeMonth(year: number, month: number, meaning: string): Reading {
  return { start: startOfMonth(year, month), end: endOfMonth(year, month), meaning }
}
