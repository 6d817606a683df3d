/** The words of a text that say when: days, a hint such as `next weekend`, or the name of a holiday. */
import { monthNames, saidDays } from './said-days.ts'
import { isFiller } from './stay-words.ts'

export type When =
  | { readonly kind: 'days'; readonly start: string; readonly end: string }
  | { readonly kind: 'hint'; readonly text: string }
  | { readonly kind: 'holiday'; readonly name: string; readonly year?: number }

/** `rest` are the words that say something else. */
export type DatePhrase = { readonly when: When; readonly words: string; readonly rest: string }

/** `mayBeName` lets words in small letters pass for the name of a holiday. */
export function datePhrase(text: string, today: string, mayBeName: boolean): DatePhrase | undefined {
  // `the weekend of January 17` is no day, and which weekend is `the one after that` nobody can tell here.
  if (/\b(?:after|before|around) (?:that|this|then)\b/i.test(text)) return undefined
  const days = /\b(?:weekend|week) (?:of|around|before|after)\b/i.test(text) ? undefined : saidDays(text, today)
  if (days) {
    const { start, end } = days
    return { when: { kind: 'days', start, end }, words: days.text, rest: text.replace(days.text, ' ') }
  }
  const day = holyDay.exec(text)?.[0]
  if (day !== undefined) return { when: { kind: 'holiday', name: day }, words: day, rest: text.replace(day, ' ') }
  const hint = hintIn(text)
  if (hint !== undefined)
    return { when: { kind: 'hint', text: weekFirst(hint) }, words: hint, rest: text.replace(hint, ' ') }
  return holidayIn(text, mayBeName)
}

const weekdays = '(?:mon|tues|wednes|thurs|fri|satur|sun)days?'
/** These are no days of any week. */
const holyDay = new RegExp(
  `(?<!\\b(?:before|after|to|until|from|of|around) )\\b(?:good|easter|ash|palm|holy|maundy|shrove|whit) ${weekdays}\\b`,
  'i',
)
/** A hint has one of these in it. `may` alone is a verb. */
const anchor = new RegExp(
  `^(?:weekends?|weeks?|fortnight|months?|today|tonight|tomorrow|yesterday|${weekdays}|spring|summer|autumn|winter|christmastide|\\d{4}-\\d\\d(?:-\\d\\d)?|\\d{1,2}[./]\\d{1,2}(?:[./]\\d{2,4})?|\\d{1,2}(?:st|nd|rd|th)|${monthNames.replace('|may|', '|')})$`,
  'i',
)
const around =
  /^(?:this|next|coming|following|last|first|second|third|fourth|fifth|\d{1,2}(?:st|nd|rd|th)?|\d{1,2}[-–]\d{1,2}|\d{4}|the|of|in|on|after|before|around|days?|years?|from|to|until|till|through|now|half|quarter|end|start|beginning|middle|mid|early|late|an?|one|two|three|four|five|six|seven|eight|nine|ten|-|–)$/i
/** A name may stand behind these: `the weekend after Easter`. */
const opener = /^(?:after|before|around|of|to|until|till|through|from)$/i

/** From one to another, or so long after one: what they are is the business of the tool. */
const between =
  /\b(?:from|between) .+? (?:to|until|till|through|and) .+$|\b(?:\d{1,3}|an?|one|two|three|four|five|six) (?:days?|weeks?) (?:after|before) .+$/i

const name = "\\p{Lu}[\\p{L}'’]*(?: \\p{Lu}[\\p{L}'’]*)*"
/** `Christmas Eve to New Year`. */
const fromName = new RegExp(`${name} (?:to|until|till|through) ${name}`, 'u')

/** `Monday to Wednesday next week`: both days are of that week. */
function weekFirst(hint: string): string {
  const [, days, week] = weekLast.exec(hint) ?? []
  return days === undefined || week === undefined ? hint : `${week} ${days}`
}

const weekLast = new RegExp(`^(${weekdays} (?:to|until|till|through) ${weekdays}),? ((?:next|this) week)$`, 'i')

/** Weekdays may have more words around them: `next week Monday to Wednesday`. */
function namedRange(text: string): string | undefined {
  const range = fromName.exec(text)?.[0]
  return range === undefined || anchor.test(range.split(' ', 1)[0] ?? '') ? undefined : range
}

function hintIn(text: string): string | undefined {
  const range = between.exec(text)?.[0] ?? namedRange(text)
  if (range !== undefined) return range.trim()
  const words = text.split(/\s+/).filter((word) => word !== '')
  const at = words.findIndex((word) => anchor.test(bare(word)) || word === 'May')
  if (at < 0) return undefined
  let [start, end] = [at, at + 1]
  while (start > 0 && isPart(words, start - 1)) start -= 1
  while (end < words.length && isPart(words, end)) end += 1
  return trimmed(words.slice(start, end)).join(' ')
}

function bare(word: string): string {
  return word.replace(/[,.;:?!]+$/, '')
}

function isPart(words: readonly string[], at: number): boolean {
  const word = bare(words[at] ?? '')
  if (around.test(word) || anchor.test(word) || word === 'May') return true
  if (!/^\p{Lu}/u.test(word)) return false
  // A name goes as far back as to the word that opens it.
  let before = at - 1
  while (before >= 0 && /^\p{Lu}/u.test(words[before] ?? '') && !anchor.test(bare(words[before] ?? ''))) before -= 1
  return opener.test(words[before] ?? '')
}

/** Without the small words at its ends; `in two weeks` keeps its own. */
function trimmed(words: readonly string[]): readonly string[] {
  const left = words.findIndex(
    (word, index) => !/^(?:on|the|of|an?|to|from|-|–)$/i.test(word) && !isLooseIn(words, index),
  )
  const last = words.findLastIndex((word) => !/^(?:in|on|the|of|an?|to|from|after|before|-|–)$/i.test(word))
  return words.slice(Math.max(0, left), last + 1).map(bare)
}

function isLooseIn(words: readonly string[], index: number): boolean {
  const [word = '', count = '', unit = ''] = words.slice(index)
  const isCounted =
    around.test(count) && /^(?:days?|weeks?|months?)$/i.test(bare(unit)) && !/^(?:the|this|next)$/i.test(count)
  return /^in$/i.test(word) && !isCounted
}

/** Words within a name that are written small. */
const joiner = /^(?:of|the|al|de|da|del|and)$/

type Run = { readonly start: number; readonly end: number }

/** `Day of the Dead 2027`: capital letters, and what joins them. */
function holidayIn(text: string, mayBeName: boolean): DatePhrase | undefined {
  const words = text.split(/\s+/).filter((word) => word !== '')
  const names = nameRuns(words).filter(({ start }) => !isBelonging(words, start))
  const run =
    names.find(({ start }) => isTimeBefore(words, start)) ?? names[0] ?? (mayBeName ? smallName(words) : undefined)
  if (!run) return undefined
  const { start, end } = run
  const [, year] = /^(\d{4})$/.exec(bare(words[end] ?? '')) ?? []
  const said = words.slice(start, end).map(bare).join(' ')
  const rest = [...words.slice(0, start), ...words.slice(year === undefined ? end : end + 1)].join(' ')
  const when = { kind: 'holiday', name: said, ...(year !== undefined && { year: Number(year) }) } as const
  return { when, words: year === undefined ? said : `${said} ${year}`, rest }
}

function nameRuns(words: readonly string[]): readonly Run[] {
  const isName = (word = '') => /^(?:\p{Ll}{1,3}-)?\p{Lu}/u.test(word) && !isFiller(bare(word))
  const runs: Run[] = []
  for (let start = 0; start < words.length; start += 1) {
    if (!isName(words[start])) continue
    let end = start + 1
    while (end < words.length && (isName(words[end]) || joins(words.slice(end), isName))) end += 1
    runs.push({ start, end })
    start = end
  }
  return runs
}

function joins([word = '', ...rest]: readonly string[], isName: (word?: string) => boolean): boolean {
  return (
    joiner.test(word) &&
    rest.some((each, index) => isName(each) && rest.slice(0, index).every((one) => joiner.test(one)))
  )
}

/** `with WiFi`, `a Jacuzzi`: what a room has is no time. */
function isBelonging(words: readonly string[], at: number): boolean {
  return /^(?:with|without|an?|my|our)$/i.test(words[at - 1] ?? '')
}

/** `over the Easter`: behind such words stands a time, or a place. */
function isTimeBefore(words: readonly string[], at: number): boolean {
  const before = /^the$/i.test(words[at - 1] ?? '') ? words[at - 2] : words[at - 1]
  return /^(?:in|over|during|at|on|for|around|of|by|until|from)$/i.test(before ?? '')
}

/** Behind these a name may follow without any such word: `availability hanukkah`. */
const wanted = /^(?:availability|available|free|rooms?|nights?|stay|book|about|or|and|also)$/i

/** A few words in small letters where a time is said. */
function smallName(words: readonly string[]): Run | undefined {
  const isSaid = (word: string) => !isFiller(bare(word))
  const start = words.findIndex(isSaid)
  if (start < 0) return undefined
  const after = words.findIndex((word, index) => index > start && !isSaid(word))
  const end = after < 0 ? words.length : after
  const isAlone =
    start === 0 && words.slice(end).every((word) => /^(?:please|too|instead|then|availability)$/i.test(bare(word)))
  const isTime = isAlone || isTimeBefore(words, start) || wanted.test(words[start - 1] ?? '')
  const isName = words.slice(start, end).every((word) => /^[\p{L}'’-]+[,.?!]*$/u.test(word))
  return isTime && isName && end - start <= 3 ? { start, end } : undefined
}
