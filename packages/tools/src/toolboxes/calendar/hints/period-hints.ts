/** Longer stretches of a year: quarters, halves, seasons, and years themselves. */
import { type Day, endOfMonth, partsOf, startOfMonth } from '../dates/day.ts'
import type { HintContext, HintRule, Reading } from './hint.ts'
import { ordinalOf } from './hint-words.ts'

const relativeYears: Readonly<Record<string, number>> = {
  this: 0,
  current: 0,
  next: 1,
  last: -1,
  previous: -1,
  coming: 1,
}

export const yearHint: HintRule = (text, { today }) => {
  const named = /^(?:year )?(\d{4})$/.exec(text)
  const relative = /^(?:the )?(this|current|next|last|previous|coming)? ?year$/.exec(text)
  if (!named && !relative) return undefined
  const year = named ? Number(named[1]) : partsOf(today).year + (relativeYears[relative?.[1] ?? 'this'] ?? 0)
  return year < 1 ? undefined : months(year, 1, 12, 'the whole year')
}

/** `Q3 2027`, `third quarter`, `next quarter`. */
export const quarterHint: HintRule = (text, context) => {
  const relative = /^(?:the )?(this|current|next|last|previous) quarter$/.exec(text)
  if (relative) return quarterFrom(context.today, relativeYears[relative[1] ?? ''] ?? 0)
  const short = /^(?:(\d{4})[- ]?)?q([1-4])(?:[ /-]?(?:of )?(\d{4}))?$/.exec(text)
  const long = /^(\w+) quarter(?: (?:of )?(\d{4}|this year|next year|last year))?$/.exec(text)
  const quarter = short ? Number(short[2]) : long?.[1] ? (ordinalOf(long[1]) ?? 0) : 0
  if (quarter === -1 || quarter < 1 || quarter > 4) return undefined
  const year = yearIn(short ? (short[1] ?? short[3]) : long?.[2], context)
  const meaning = `the ${['first', 'second', 'third', 'fourth'][quarter - 1]} quarter, three months`
  return notOver((inYear) => months(inYear, quarter * 3 - 2, quarter * 3, meaning), year, context)
}

function quarterFrom(today: Day, steps: number): Reading {
  const { year, month } = partsOf(today)
  const first = Math.floor((month - 1) / 3) * 3 + 1 + steps * 3
  return { start: startOfMonth(year, first), end: endOfMonth(year, first + 2), meaning: 'the quarter, three months' }
}

/** `H1 2027`, `second half of 2027`. */
export const halfHint: HintRule = (text, context) => {
  const match =
    /^(?:h([12])|(first|second) half)(?: (?:of )?(?:the )?(\d{4}|this year|next year|last year|year))?$/.exec(text)
  if (!match) return undefined
  const half = match[1] === '1' || match[2] === 'first' ? 1 : 2
  const read = (year: number) =>
    months(year, half * 6 - 5, half * 6, `the ${half === 1 ? 'first' : 'second'} half of the year`)
  return notOver(read, yearIn(match[3], context), context)
}

const southern = [
  'AR',
  'AU',
  'BO',
  'BR',
  'BW',
  'CL',
  'FJ',
  'LS',
  'MG',
  'MU',
  'MZ',
  'NA',
  'NZ',
  'PE',
  'PY',
  'SZ',
  'UY',
  'ZA',
  'ZM',
  'ZW',
]
const seasons: Readonly<Record<string, number>> = { spring: 3, summer: 6, autumn: 9, fall: 9, winter: 12 }

/** Seasons by whole months, as weather services count them. */
export const seasonHint: HintRule = (text, context) => {
  const match = /^(?:(this|next|last) )?(spring|summer|autumn|fall|winter)(?: (?:of )?(\d{4}))?$/.exec(text)
  if (!match?.[2]) return undefined
  const south = context.country !== undefined && southern.includes(context.country)
  const first = ((seasons[match[2]] ?? 3) + (south ? 6 : 0) - 1) % 12
  const meaning = `three whole months, in the ${south ? 'southern' : 'northern'} hemisphere`
  const read = (year: number) => months(year, first + 1, first + 3, meaning)
  const found = notOver(read, match[3] ? Number(match[3]) : undefined, context)
  if (match[3] || !match[1] || match[1] === 'this') return found
  const isRunning = found.start <= context.today
  const { year } = partsOf(found.start)
  if (match[1] === 'last') return read(year - 1)
  return isRunning ? read(year + 1) : found
}

function yearIn(text: string | undefined, { today }: HintContext): number | undefined {
  if (!text || text === 'year') return undefined
  if (/^\d{4}$/.test(text)) return Number(text)
  return partsOf(today).year + (relativeYears[text.split(' ')[0] ?? ''] ?? 0)
}

/** The one of that year, or the first that is not over. */
function notOver(read: (year: number) => Reading, year: number | undefined, { today }: HintContext): Reading {
  if (year !== undefined) return read(year)
  const { year: thisYear } = partsOf(today)
  for (const candidate of [thisYear - 1, thisYear]) {
    const reading = read(candidate)
    if (reading.end >= today) return reading
  }
  return read(thisYear + 1)
}

/** Months may run on into the next year. */
function months(year: number, first: number, last: number, meaning: string): Reading {
  return { start: startOfMonth(year, first), end: endOfMonth(year, last), meaning }
}
