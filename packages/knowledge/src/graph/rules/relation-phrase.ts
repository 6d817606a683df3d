/** The words between two names, as a relation. */
import type { Token } from './tokens.ts'
import {
  articles,
  auxiliaries,
  conjunctions,
  finiteAuxiliaries,
  irregularVerbs,
  isFunctionWord,
  prepositions,
  pronouns,
  relatives,
} from './word-lists.ts'

const longestRelation = 5

/** In lower case, without articles and auxiliaries; a bare `was` is `is`. Undefined when nothing is said. */
export function relationOf(tokens: readonly Token[]): string | undefined {
  const words = tokens.filter(({ kind }) => kind === 'word').map(({ lower }) => lower)
  const kept = words.filter((word) => !isDropped(word))
  if (kept.length === 0) return bareVerb(words)
  return shortened(kept).join(' ')
}

function isDropped(word: string): boolean {
  if (auxiliaries.has(word) || articles.has(word) || relatives.has(word)) return true
  return pronouns.has(word) || conjunctions.has(word) || /..ly$/.test(word)
}

function bareVerb(words: readonly string[]): string | undefined {
  if (words.some((word) => ['is', 'are', 'was', 'were', 'been', 'be'].includes(word))) return 'is'
  return words.some((word) => ['has', 'have', 'had'].includes(word)) ? 'has' : undefined
}

/** Of a long phrase what is done and how it touches the other name. */
function shortened(words: readonly string[]): readonly string[] {
  if (words.length <= longestRelation) return words
  const verb = words.find((word) => word !== 'not' && isVerb(word)) ?? words[0] ?? ''
  const last = words.at(-1) ?? ''
  const negation = words.includes('not') ? ['not'] : []
  return [...negation, verb, ...(prepositions.has(last) && last !== verb ? [last] : [])]
}

export function withoutPreposition(relation: string): string {
  const words = relation.split(' ')
  while (words.length > 1 && prepositions.has(words.at(-1) ?? '')) words.pop()
  return words.join(' ')
}

/** Whether words that follow a name tell what it does or what is done to it. */
export function hasVerb(tokens: readonly Token[]): boolean {
  const words = tokens.filter(({ kind }) => kind === 'word').map(({ lower }) => lower)
  if (words.some(isVerb)) return true
  const first = words.find((word) => !isDropped(word)) ?? ''
  return isThirdPerson(first) || isParticiple(first)
}

export function isVerb(word: string): boolean {
  return finiteAuxiliaries.has(word) || irregularVerbs.has(word) || /[a-z]{2}ed$/.test(word)
}

/** `crosses`, right behind a name. */
function isThirdPerson(word: string): boolean {
  return /[a-z]{3}s$/.test(word) && !/(?:ss|ous|us|is)$/.test(word) && !isFunctionWord(word)
}

function isParticiple(word: string): boolean {
  return /[a-z]{3}ing$/.test(word) && !isFunctionWord(word)
}

/** `built`, `designed`: after a comma they tell of the name before it. */
export function isPastParticiple(word: string): boolean {
  return irregularVerbs.has(word) || /[a-z]{2}ed$/.test(word)
}
