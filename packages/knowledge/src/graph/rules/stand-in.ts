/** What stands for a name at the start of a clause: `It`, `Her harbour`, `The ship`. */
import { hasVerb, isVerb } from './relation-phrase.ts'
import type { Token } from './tokens.ts'
import { possessives, prepositions, pronouns } from './word-lists.ts'

export type StandIn = {
  /** `ship` of `The ship`. */
  readonly noun?: string
  /** `she` and `his` stand for somebody. */
  readonly isPerson: boolean
  /** What is said of it. */
  readonly rest: readonly Token[]
}

const persons: ReadonlySet<string> = new Set(['he', 'she', 'his', 'her'])
const orders: ReadonlySet<string> = new Set(
  'first second third last next other same only old new whole rest'.split(' '),
)

export function standInAt(tokens: readonly Token[]): StandIn | undefined {
  const words = tokens[0]?.text === ',' ? tokens.slice(1) : tokens
  const first = words[0]?.lower ?? ''
  if (pronouns.has(first) || possessives.has(first)) return { isPerson: persons.has(first), rest: words.slice(1) }
  return first === 'the' ? nounAt(words) : undefined
}

function nounAt(words: readonly Token[]): StandIn | undefined {
  const [, noun, next] = words
  const isNoun =
    noun?.kind === 'word' && !orders.has(noun.lower) && !prepositions.has(noun.lower) && !isVerb(noun.lower)
  if (!isNoun || !next || !hasVerb(words.slice(2, 4))) return undefined
  if (hasVerb([next])) return { noun: noun.lower, isPerson: false, rest: words.slice(2) }
  // A part of it, such as its turbine house: that is said with what the part does.
  return { noun: noun.lower, isPerson: false, rest: words.slice(1) }
}
