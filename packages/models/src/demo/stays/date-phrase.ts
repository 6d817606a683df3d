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
  // `the weekend of January 17` is no day.
  const days = /\b(?:weekend|week) (?:of|around|before|after)\b/i.test(text) ? undefined : saidDays(text, today)
  if (days) {
    const { start, end } = days
    return { when: { kind: 'days', start, end }, words: days.text, rest: text.replace(days.text, ' ') }
  }
  const hint = hintIn(text)
  if (hint !== undefined) return { when: { kind: 'hint', text: hint }, words: hint, rest: text.replace(hint, ' ') }
  return holidayIn(text, mayBeName)
}

const weekdays = '(?:mon|tues|wednes|thurs|fri|satur|sun)days?'
/** A hint has one of these in it. `may` alone is a verb. */
const anchor = new RegExp(
  `^(?:weekends?|weeks?|fortnight|months?|today|tonight|tomorrow|${weekdays}|spring|summer|autumn|winter|christmastide|\\d{4}-\\d\\d(?:-\\d\\d)?|\\d{1,2}[./]\\d{1,2}(?:[./]\\d{2,4})?|${monthNames.replace('|may|', '|')})$`,
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

function hintIn(text: string): string | undefined {
  const range = between.exec(text)?.[0] ?? fromName.exec(text)?.[0]
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

/** `Day of the Dead 2027`: capital letters, and what joins them. */
function holidayIn(text: string, mayBeName: boolean): DatePhrase | undefined {
  const words = text.split(/\s+/).filter((word) => word !== '')
  const isName = (word = '') => /^(?:\p{Ll}{1,3}-)?\p{Lu}/u.test(word) && !isFiller(bare(word))
  const start = words.findIndex(isName)
  let end = start + 1
  while (start >= 0 && end < words.length && (isName(words[end]) || joins(words.slice(end), isName))) end += 1
  const name = start >= 0 ? words.slice(start, end) : mayBeName ? smallName(words) : []
  if (name.length === 0) return undefined
  const [, year] = /^(\d{4})$/.exec(bare(words[start < 0 ? -1 : end] ?? '')) ?? []
  const said = name.map(bare).join(' ')
  const rest = words.filter((word) => !name.includes(word) && bare(word) !== year).join(' ')
  const when = { kind: 'holiday', name: said, ...(year !== undefined && { year: Number(year) }) } as const
  return { when, words: year === undefined ? said : `${said} ${year}`, rest }
}

function joins([word = '', ...rest]: readonly string[], isName: (word?: string) => boolean): boolean {
  return (
    joiner.test(word) &&
    rest.some((each, index) => isName(each) && rest.slice(0, index).every((one) => joiner.test(one)))
  )
}

/** What is left of a few words in small letters. */
function smallName(words: readonly string[]): readonly string[] {
  const left = words.filter((word) => !isFiller(bare(word)))
  return left.length <= 3 && left.every((word) => /^[\p{L}'’-]+[,.?!]*$/u.test(word)) ? left : []
}
