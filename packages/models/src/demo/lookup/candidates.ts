/** What in a sentence could be the answer, by the kind of thing that is wanted. */
import { contentWords, meaning } from './content-words.ts'
import type { Sentence } from './passages.ts'
import type { Wanted } from './wanted.ts'

export type Candidate = { readonly text: string; readonly start: number; readonly end: number }

const month = 'January|February|March|April|May|June|July|August|September|October|November|December'
const date = new RegExp(`\\b\\d{1,2} (?:${month}) \\d{4}\\b`, 'g')
const isMonth = new RegExp(`^(?:${month})$`)
const year = /\b1[5-9]\d\d\b|\b20\d\d\b/g
const time = /\b\d{1,2}[:.]\d\d\b/g
const code = /\b[A-Z]{1,3}-\d{2,5}\b/g
const small =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety'
const number = new RegExp(`\\b(?:\\d{1,3}(?:,\\d{3})+|\\d+)(?:\\.\\d+)?\\b|\\b(?:${small})(?:-(?:${small}))?\\b`, 'gi')
const name = /\b(?:[A-Z][\p{L}’']+)(?:(?: & | )(?:[A-Z][\p{L}’']+))*/gu

/** Words in the name of a thing or a place, which a person's does not have. */
const things = new Set(
  (
    'Light Lighthouse Yard Company Bridge Street Bank House Quay Cove Glass Works Mill Museum Observatory Board Council School ' +
    'Union Packet Ferries Ferry Gazette Trust Quarry Row Slip Bay Skerry Port Mount Great Little Island Islands Comet Causeway ' +
    'Register Survey Club Motor Paddle Steamer Lifeboat Eve Room The In On At'
  ).split(' '),
)

export function candidatesIn({ text, headings }: Sentence, wanted: Wanted): readonly Candidate[] {
  switch (wanted.kind) {
    case 'year':
      return all(text, year)
    case 'date': {
      const days = all(text, date)
      return days.length > 0 ? days : all(text, year)
    }
    case 'time':
      return all(text, time)
    case 'code':
      return all(text, code)
    case 'amount':
      return amountsIn(text, wanted.of)
    case 'person':
      return namesIn(text).filter(isPerson)
    case 'place':
      return placesIn(text, wanted.isBuilt)
    case 'name': {
      const [title = ''] = headings
      const named = { text: title.replace(/^The /, ''), start: -1, end: -1 }
      return [...namesIn(text), ...(isName(named.text) ? [named] : [])]
    }
    case 'text':
      return [{ text, start: 0, end: text.length }]
  }
}

function all(text: string, pattern: RegExp): readonly Candidate[] {
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
    text: found,
    start: index,
    end: index + found.length,
  }))
}

export function namesIn(text: string): readonly Candidate[] {
  return all(text, name).filter(({ text: found, start }) => start > 0 || found.includes(' ') || !isOrdinary(found))
}

/** A word that only stands at the beginning of a sentence. */
function isOrdinary(word: string): boolean {
  return /^(?:The|A|An|In|On|At|He|She|It|They|His|Her|Its|Their|By|For|From|When|This|These|Each|Every|Two|Three|Four|Six|Seven|Twenty|After|Before|Under|Some|Most|Nobody|Children|People|Visitors|Old|One)$/.test(
    word,
  )
}

/** `Motor Ferry Petrel`, but not `A Letter to the Board`. */
function isName(title: string): boolean {
  return /^[A-Z]\S+(?: (?:&|[A-Z]\S+))*$/.test(title)
}

function isPerson({ text }: Candidate): boolean {
  const words = text.split(' ')
  return words.length >= 2 && words.length <= 3 && !words.some((word) => things.has(word)) && !/&|['’]s\b/.test(text)
}

function placesIn(text: string, isBuilt: boolean): readonly Candidate[] {
  const places = namesIn(text).filter((found) => isPlace(found, text))
  return places.length > 0 || !isBuilt ? places : all(text, builder)
}

/** `The Ravel Yard built her`, `built by the Ravel Yard`; a person is no place. */
const yard = String.raw`(?!The )\p{Lu}[\p{L}’'&]*(?: [\p{Lu}&][\p{L}’']*)* (?:Yard|Shipyard|Works|Docks?|Wharf)`
const builder = new RegExp(String.raw`\b${yard}(?= built\b)|(?<=\bbuilt by (?:the )?)${yard}\b`, 'gu')

/** Something is in, at or on a place. */
function isPlace({ text: found, start }: Candidate, text: string): boolean {
  return / (?:in|at|on|near|off|beside|outside) (?:the )?$/.test(text.slice(0, start)) && !isMonth.test(found)
}

/** A number, and what follows it when that is what is counted. */
function amountsIn(text: string, of: string): readonly Candidate[] {
  const unit = new RegExp(`^ (?:(?!an? |per )[\\p{L}-]+ ){0,2}?${of.replace(/s$/, '')}s?\\b`, 'iu')
  const column = columnOf(text, of)
  if (column) return [column]
  return all(text, number).flatMap(({ text: found, start, end }) => {
    const [after] = unit.exec(text.slice(end)) ?? []
    if (after !== undefined) return [{ text: found + after, start, end: end + after.length }]
    return /^1[5-9]\d\d$/.test(found) ? [] : [{ text: found, start, end }]
  })
}

/** In a row of a table what is counted stands before the number. */
function columnOf(text: string, of: string): Candidate | undefined {
  for (const [whole, names = '', found = ''] of text.matchAll(/([^:,]+): (\d[\d,.]*)/g))
    if (contentWords(names).includes(meaning(of))) {
      const end = text.indexOf(whole) + whole.length
      return { text: found.replace(/[.,]$/, ''), start: end - found.length, end }
    }
  return undefined
}
