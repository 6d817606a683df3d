/** What a task is about, without the words that only ask for a report on it. */
import { contentWords } from '../lookup/content-words.ts'
import { usualWords } from './facets.ts'

const report = 'report|overview|survey|article|summary|account|dossier|study|essay|paper'
const leadIns: readonly RegExp[] = [
  /^(?:please|kindly)\s+/i,
  /^(?:can|could|would)\s+you\s+(?:please\s+)?/i,
  new RegExp(
    `^(?:write|draw up|prepare|give|make|compile|create|produce|i (?:want|need))\\s+(?:me\\s+)?(?:(?:an?|the)\\s+)?(?:[\\p{L}-]+,?\\s+){0,3}?(?:${report})\\s+(?:on|about|of|into|over)\\s+`,
    'iu',
  ),
  new RegExp(`^(?:an?|the)?\\s*(?:[\\p{L}-]+,?\\s+){0,2}?(?:${report})\\s+(?:on|about|of|into|over)\\s+`, 'iu'),
  /^(?:research|investigate|explore|describe|study|report on|look into|write (?:about|on)|(?:tell me|find out|say|learn)(?: all| everything| more)? about|what is (?:known|there to know) (?:about|of))\s+/i,
]

/** `…, from the documents`: where to look is no part of what it is about. */
const whereToLook =
  /[\s,]+(?:from|in|using|with|based on|according to)\s+(?:the|my|our|these|your)\s+(?:[\p{L}-]+\s+)?(?:documents?|knowledge base|sources?|files?|pages?|citations?)$/iu

/** What a longer task is about stands in its beginning. */
const longestLine = 500

/** Headings and queries have room for so many characters. */
const longest = 120

/** `Write a report on the lights of the Sound: who kept them?` asks for `the lights of the Sound`. */
export function askedFor(task: string): string {
  const [whole = ''] = task.trim().split('\n', 1)
  const line = cutAtWord(whole, longestLine)
  const asked = leadIns.reduce((text, leadIn) => text.replace(leadIn, ''), line)
  const [first = ''] = asked.split(/(?<=[?])\s|[.!](?:\s|$)|:\s|;\s/)
  return first.replace(whereToLook, '').trim() || line.trim()
}

const asking = /^(?:how|why|what|when|where|which|who|whose|whom)\b/i
const auxiliary =
  /^\S+\s+(?:(?:many|much|long|far)\s+)?(?:did|do|does|is|are|was|were|has|have|had|can|could|would|will)\s+/i
const named = /(?<=\s|^)(?:the\s+)?\p{Lu}[\p{L}\p{N}’'-]*(?:\s+(?:(?:of|and|the|&)\s+)*\p{Lu}[\p{L}\p{N}’'-]*)*/u

/** What is spoken of: of a question, what it names first. */
export function subjectOf(task: string): string {
  const asked = askedFor(task)
  if (!asking.test(asked)) return cutAtWord(asked.replace(/[.?!]+$/, ''), longest)
  return cutAtWord(nameIn(task) ?? asked.replace(auxiliary, '').replace(/[.?!]+$/, ''), longest)
}

/** Somebody or something that has a name, if a task speaks of one. */
function nameIn(task: string): string | undefined {
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

/** `the lights of the Sound` in short is `the lights`: in a report on the Sound everything is of the Sound. */
export function shortSubject(task: string): string {
  const subject = subjectOf(task)
  const place = placeIn(task)
  const short = place !== '' && subject.endsWith(place) ? subject.slice(0, -place.length) : ''
  return (short.replace(new RegExp(`${within}$`), '').trim() || subject).replace(/^The\b/, 'the')
}

/** The words of a task that set it apart from others. */
export function tellingWords(task: string): ReadonlySet<string> {
  const all = new Set(contentWords(askedFor(task)))
  const own = all.difference(usualWords)
  const telling = own.difference(new Set(contentWords(placeIn(task))))
  return [telling, own].find(({ size }) => size > 0) ?? all
}

export function cutAtWord(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/\s+\S*$/, '')
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
