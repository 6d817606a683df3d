/** Words of dates: months in the languages that name them, weekdays, numbers, and the plain form of a hint. */
import { monthNames, weekdayNames } from '../dates/spoken-date.ts'

const numbers = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth']

/** `2nd week` is one of them, `2 weeks` are two. */
const ordinalBefore =
  /\b[1-5](?:st|nd|rd|th)(?= (?:half|quarter|week|weekend|day|night|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b)/g

const fillers =
  /^(?:(?:on|for|at|in|during|around|about|by|over|all of|all|whole of|whole|the|this coming|please|sometime|any time|am|im|le|el|la|o|il|en|em) )+/

/** Small letters, digits, plain dashes, no accents: `the 17th–19th of März` becomes `17-19 of marz`. */
export function plainHint(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/['’‘`´]/g, '')
    .replace(/[,;!?"“”()]/g, ' ')
    .replace(ordinalBefore, (digit) => ordinals[Number(digit[0]) - 1] ?? digit)
    .replace(/\b(\d+)(?:st|nd|rd|th)\b/g, '$1')
    .replace(/\b(?:a )?couple of\b/g, '2')
    .replace(/\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/g, (word) =>
      String(numbers.indexOf(word)),
    )
    .replace(/\s+/g, ' ')
    .replace(/[\s.]+$/, '')
    .trim()
}

/** The same without words that add nothing at its start. */
export function withoutFillers(text: string): string {
  return text.replace(fillers, '').trim()
}

/** Months and weekdays are named in full in these languages; English ones may be cut. */
const languages = ['de', 'fr', 'es', 'pt', 'it', 'nl', 'ru', 'uk', 'sv', 'fi', 'pl', 'da', 'nb', 'id', 'tr', 'cs']

let months: ReadonlyMap<string, number> | undefined

/** 1 to 12, for a month's name in plain form. */
export function monthOf(word: string): number | undefined {
  months ??= new Map([...languages.flatMap(foreignMonths), ...englishMonths()])
  return months.get(word.replace(/\.$/, ''))
}

function englishMonths(): readonly (readonly [string, number])[] {
  return [...monthNames.entries()].flatMap(([index, name]) => {
    const word = name.toLowerCase()
    const short = [word, word.slice(0, 3), ...(word === 'september' ? ['sept'] : [])]
    return short.map((form) => [form, index + 1] as const)
  })
}

/** Both `январь` and `5 января`. */
function foreignMonths(language: string): readonly (readonly [string, number])[] {
  const alone = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
  const dated = new Intl.DateTimeFormat(language, { month: 'long', day: 'numeric', timeZone: 'UTC' })
  return monthNames.flatMap((_, index) => {
    const date = Date.UTC(2026, index, 3)
    const inDate = dated.formatToParts(date).find(({ type }) => type === 'month')?.value ?? ''
    return [alone.format(date), inDate].map((name) => [plainHint(name), index + 1] as const)
  })
}

let weekdays: ReadonlySet<string> | undefined

/** Whether a word in plain form is the full name of a weekday. */
export function isWeekdayName(word: string): boolean {
  weekdays ??= new Set(['en', ...languages].flatMap(weekdaysIn))
  return weekdays.has(word)
}

function weekdaysIn(language: string): readonly string[] {
  const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  return weekdayNames.map((_, index) => plainHint(format.format(Date.UTC(2026, 0, 5 + index))))
}

/** 1 to 7, for `friday`, `fri`, `fridays`. */
export function weekdayOfWord(word: string): number | undefined {
  const plain = word.replace(/\.$/, '').replace(/days$/, 'day')
  const index = weekdayNames.findIndex((name) => {
    const full = name.toLowerCase()
    return plain === full || (plain.length >= 3 && plain.length <= 5 && full.startsWith(plain) && plain !== 'sund')
  })
  return index < 0 ? undefined : index + 1
}

/** The weekdays as a pattern for rules. */
export const weekdayPattern =
  '(mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)\\.?'

/** `a`, `an` and numbers. */
export function countOf(word: string): number {
  return /^an?$/.test(word) ? 1 : Number(word)
}

/** `first` to `fifth` as 1 to 5, `last` as -1. */
export function ordinalOf(word: string): number | undefined {
  if (word === 'last') return -1
  const named = ordinals.indexOf(word)
  if (named >= 0) return named + 1
  return /^[1-5]$/.test(word) ? Number(word) : undefined
}
