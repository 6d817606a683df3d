/** What a task is about, in whole and in short, and the words that tell it. */
import { contentWords } from '../lookup/content-words.ts'
import { askedFor, cutAtWord } from './asked-for.ts'
import { broadly } from './broad-words.ts'
import { usualWords } from './facets.ts'

/** Headings and queries have room for so many characters. */
const longest = 120

const asking = /^(?:how|why|what|when|where|which|who|whose|whom)\b/i
const auxiliary =
  /^(?:\S+\s+(?:(?:many|much|long|far)\s+)?(?:did|do|does|is|are|was|were|has|have|had|can|could|would|will)|what\s+(?:happened|went on)\s+(?:in|to|at|on|during|with)|what\s+became\s+of)\s+/i
const named = /(?<=\s|^)(?:the\s+)?\p{Lu}[\p{L}\p{N}’'-]*(?:\s+(?:(?:of|and|the|&)\s+)*\p{Lu}[\p{L}\p{N}’'-]*)*/u

/** What is spoken of: of a question, what it names first. */
export function subjectOf(task: string): string {
  const asked = askedFor(task)
  if (!asking.test(asked)) return cutAtWord(asked.replace(/[.?!]+$/, ''), longest)
  return cutAtWord(nameIn(task) ?? asked.replace(auxiliary, '').replace(/[.?!]+$/, ''), longest)
}

/** Somebody or something that has a name, if a task speaks of one. */
export function nameIn(task: string): string | undefined {
  // The first word has a capital in any case: it is of a name when the next has one, too.
  const asked = askedFor(task).replace(/^(?![Tt]he\s)\S+(?!\S|\s+\p{Lu})/u, '')
  return named.exec(asked.replace(/^The\s/, 'the '))?.[0]
}

const within = String.raw`\s+(?:of|in|on|at|around|near|from)\s+`

/** A name that only says where: `the lights of the Sound`. It stands on every page that a search gives for the task. */
function placeIn(task: string): string {
  const name = nameIn(task) ?? ''
  const isPlace = name !== '' && new RegExp(`${within}${RegExp.escape(name)}`).test(askedFor(task))
  return isPlace ? name : ''
}

/** `the Aldery archipelago` is one place. */
const landscapes = /^\s+(?:archipelago|islands?|region|area|coast|country|county|city|town|village)\b/i

/** The words of the place that a task names, if it names one. */
function placeWords(task: string): ReadonlySet<string> {
  const place = placeIn(task)
  if (place === '') return new Set()
  const asked = askedFor(task)
  const landscape = landscapes.exec(asked.slice(asked.indexOf(place) + place.length))?.[0] ?? ''
  return new Set(contentWords(place + landscape))
}

/**
 * `the lights of the Sound` in short is `the lights`: in a report on the Sound everything is of the Sound.
 * `the history of Corrin Glass` is `Corrin Glass`: everything has a history.
 */
export function shortSubject(task: string): string {
  const subject = subjectOf(task)
  const place = placeIn(task)
  const short = place !== '' && subject.endsWith(place) ? subject.slice(0, -place.length) : ''
  const bare = short.replace(new RegExp(`${within}$`), '').trim()
  const isUsual = bare !== '' && contentWords(bare).every((word) => usualWords.has(word))
  return ((isUsual ? place : bare) || subject).replace(/^The\b/, 'the')
}

/** They stand in questions about anything. */
const asidesOfQuestions: ReadonlySet<string> = new Set(
  contentWords('happen happened become became call called base based name named exist two kind sort role important'),
)

/** The words of a task that set it apart from others. */
export function tellingWords(task: string): ReadonlySet<string> {
  const all = new Set(contentWords(askedFor(task)))
  const own = all.difference(usualWords).difference(asidesOfQuestions)
  const telling = own.difference(placeWords(task))
  return [telling, own].find(({ size }) => size > 0) ?? all
}

/** What each of them may be called in a document. */
export function tellingThings(task: string): readonly ReadonlySet<string>[] {
  return [...tellingWords(task)].map(broadly)
}

/** How many of the things a text speaks of. */
export function saidIn(text: string, things: readonly ReadonlySet<string>[]): number {
  const words = new Set(contentWords(text))
  return things.filter((names) => !names.isDisjointFrom(words)).length
}

/** As a heading begins with it: `the ferries` are `Ferries`, and `the Ravel Yard` is `The Ravel Yard`. */
export function headed(subject: string): string {
  return capitalised(subject.replace(/^the (?=\p{Ll})/u, ''))
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const english = /\b(?:the|of|and|about|what|who|which|how|when|where|why|write|report)\b/i
const foreign =
  /\b(?:der|die|das|und|von|über|les|des|une|du|sur|los|las|del|sobre|el|la|il|di|het|een|och|av)\b|[^\p{ASCII}\p{P}\s]/iu

/** Whether it is in a language in which the rules have no words of their own. */
export function isForeign(text: string): boolean {
  return !english.test(text) && foreign.test(text)
}
