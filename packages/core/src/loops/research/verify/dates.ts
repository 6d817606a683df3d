/** Dates to the day or the month, in the forms that English and German texts have them. */
import type { Span } from './code-spans.ts'

/** One way to read a date: all of these keys must be known together. */
export type Reading = readonly string[]

export type FoundDate = Span & {
  readonly readings: readonly Reading[]
  /** What a passage with this date knows. */
  readonly keys: readonly string[]
}

const months: readonly (readonly string[])[] = [
  ['january', 'jan', 'januar', 'jänner'],
  ['february', 'feb', 'februar'],
  ['march', 'mar', 'märz'],
  ['april', 'apr'],
  ['may', 'mai'],
  ['june', 'jun', 'juni'],
  ['july', 'jul', 'juli'],
  ['august', 'aug'],
  ['september', 'sept', 'sep'],
  ['october', 'oct', 'oktober', 'okt'],
  ['november', 'nov'],
  ['december', 'dec', 'dezember', 'dez'],
]
const numberOfMonth = new Map(months.flatMap((names, index) => names.map((name) => [name, index + 1] as const)))

/** With a capital: `may` and `march` are words. Without the dot of an abbreviation. */
export function isMonth(word: string): boolean {
  return monthOf(word) !== undefined
}

function monthOf(word: string): number | undefined {
  return /^\p{Lu}/u.test(word) ? numberOfMonth.get(word.toLowerCase().replace(/\.$/, '')) : undefined
}

/** Before a month these are days. */
const ordinals =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first'
const germanOrdinals =
  'ersten zweiten dritten vierten fünften sechsten siebten achten neunten zehnten elften zwölften dreizehnten vierzehnten fünfzehnten sechzehnten siebzehnten achtzehnten neunzehnten zwanzigsten'
const dayOfWord = new Map(
  [ordinals, germanOrdinals].flatMap((words) =>
    words.split(' ').map((word, index) => [word, String(index + 1)] as const),
  ),
)
const dayWords = [...dayOfWord.keys()].sort((a, b) => b.length - a.length).join('|')
const day = String.raw`(?<![\d\p{L}-])(\d{1,2}(?=\D)|${dayWords}|${dayWords.replace(/(?<=^|\|)\p{L}/gu, (letter) => letter.toUpperCase())})(?:st|nd|rd|th|\.)?(?:\s(?:of|day of))?`
const month = String.raw`(\p{Lu}\p{Ll}{2,8})\.?`
const year = String.raw`(\d{4})(?![\d.,]?\d)`
const dayFirst = new RegExp(
  String.raw`${day}\s(?:(?:and|und|to|bis|or|–|-)\s\d{1,2}\.?\s)?${month}(?:,?\s${year})?`,
  'gu',
)
const monthFirst = new RegExp(
  String.raw`(?<!\p{L})${month}\s(?:${year}|(\d{1,2})(?:st|nd|rd|th)?(?![\d:]|[.,]\d)(?:,?\s${year})?)`,
  'gu',
)
const numbers = /(?<![\d.-])(?:(\d{4})-(\d{2})-(\d{2})|(\d{1,2})[./](\d{1,2})[./](\d{4}))(?!\d)/g

/** Few sentences have a month: the others are not searched for days. */
const anyMonth = /J[aä]n|Feb|M[aä]r|Apr|Ma[iy]|Ju[nl]|Aug|Sep|O[ck]t|Nov|De[cz]/

export function datesIn(text: string): readonly FoundDate[] {
  const named = anyMonth.test(text) ? [...withDayFirst(text), ...withMonthFirst(text)] : []
  const found = [...inNumbers(text), ...named]
  return found.sort((a, b) => a.start - b.start || b.end - a.end)
}

function withDayFirst(text: string): readonly FoundDate[] {
  return [...text.matchAll(dayFirst)].flatMap(({ 0: found, 1: ofMonth, 2: name = '', 3: ofYear, index }) =>
    dateOf(index, found, { day: dayOf(ofMonth), month: monthOf(name), year: ofYear }),
  )
}

function dayOf(written = ''): string {
  return dayOfWord.get(written.toLowerCase()) ?? written
}

function withMonthFirst(text: string): readonly FoundDate[] {
  return [...text.matchAll(monthFirst)].flatMap(({ 0: found, 1: name = '', 2: only, 3: ofMonth, 4: ofYear, index }) =>
    dateOf(index, found, { day: ofMonth, month: monthOf(name), year: only ?? ofYear }),
  )
}

type Parts = {
  readonly day: string | undefined
  readonly month: number | undefined
  readonly year: string | undefined
}

function dateOf(start: number, found: string, parts: Parts): readonly FoundDate[] {
  if (parts.month === undefined) return []
  return [{ start, end: start + found.length, readings: readingsOf(parts), keys: keysOf(parts) }]
}

/** `12.03.1911` is read both ways: which of the numbers is the month is not written. */
function inNumbers(text: string): readonly FoundDate[] {
  return [...text.matchAll(numbers)].map(({ 0: found, index, ...match }) => {
    const [iso, other, last] = [match[1], match[4] ?? '', match[5] ?? '']
    const orders: readonly Parts[] = iso
      ? [{ day: match[3], month: Number(match[2]), year: iso }]
      : [
          { day: other, month: Number(last), year: match[6] },
          { day: last, month: Number(other), year: match[6] },
        ]
    const span = { start: index, end: index + found.length }
    return { ...span, readings: orders.flatMap(readingsOf), keys: orders.flatMap(keysOf) }
  })
}

/** A passage may give the day and, elsewhere, the year: but not the same day of another year. */
function readingsOf({ day, month, year }: Parts): readonly Reading[] {
  if (day && year) return [[`${Number(day)}/${month}/${year}`], [`${Number(day)}/${month}/`, year]]
  if (day) return [[`${Number(day)}/${month}`]]
  return [[`${month}/${year}`], [`${month}/`, year ?? '']]
}

function keysOf({ day, month, year }: Parts): readonly string[] {
  const ofYear = year ? [year, `${month}/${year}`] : [`${month}/`]
  if (!day) return ofYear
  const ofDay = `${Number(day)}/${month}`
  return [...ofYear, ofDay, String(Number(day)), year ? `${ofDay}/${year}` : `${ofDay}/`]
}
