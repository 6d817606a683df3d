/** What the words between two names say about them. */
import { hasVerb, isPastParticiple, relationOf } from './relation-phrase.ts'
import type { Token } from './tokens.ts'
import { articles, conjunctions, prepositions, pronouns, relatives, subordinators } from './word-lists.ts'

export type Between =
  /** The second stands beside the first. */
  | { readonly kind: 'join' }
  /** Of the name before (`near`), or of the subject of the sentence. */
  | { readonly kind: 'verb'; readonly relation: string; readonly of: 'near' | 'subject' | 'participle' }
  | { readonly kind: 'apposition' | 'noun' | 'possessive'; readonly relation: string }
  | { readonly kind: 'preposition'; readonly word: string }
  /** The second begins a clause of its own. */
  | { readonly kind: 'clause' }
  | { readonly kind: 'nothing' }

const nothing: Between = { kind: 'nothing' }
const commas: ReadonlySet<string> = new Set([',', '(', ')', '—', '–'])
const joining: ReadonlySet<string> = new Set([',', 'and', 'or', '&', 'both', 'as', 'well', 'the', 'a', 'an'])

export function readBetween(tokens: readonly Token[]): Between {
  const [first] = tokens
  if (!first) return nothing
  if (first.kind === 'possessive') return possession(tokens.slice(1))
  const last = tokens.findLastIndex(({ text }) => text === ';' || text === ':')
  if (last >= 0) return afterBreak(tokens.slice(last + 1))
  if (isJoin(tokens)) return { kind: 'join' }
  if (tokens.some(({ lower }) => subordinators.has(lower))) return { kind: 'clause' }
  return commas.has(first.text) ? afterComma(tokens.slice(1)) : plain(tokens)
}

function possession(tokens: readonly Token[]): Between {
  return { kind: 'possessive', relation: relationOf(tokens) ?? 'has' }
}

function afterBreak(tokens: readonly Token[]): Between {
  return pronouns.has(tokens[0]?.lower ?? '') ? verb(tokens, 'subject') : { kind: 'clause' }
}

function isJoin(tokens: readonly Token[]): boolean {
  return (
    tokens.every(({ lower }) => joining.has(lower)) &&
    tokens.some(({ lower }) => [',', 'and', 'or', '&'].includes(lower))
  )
}

function afterComma(tokens: readonly Token[]): Between {
  const first = tokens[0]?.lower ?? ''
  const aside = tokens.findIndex(({ text }) => text === ',')
  // `, the last miller, ground …`: what follows the aside is said of the name before it.
  if (articles.has(first) && aside > 0) return plain(tokens.slice(aside + 1))
  if (relatives.has(first)) return verb(tokens, 'near')
  if (conjunctions.has(first) || pronouns.has(first) || first === 'then') return verb(tokens, 'subject')
  if (prepositions.has(first)) return preposition(tokens)
  if (isPastParticiple(first)) return verb(tokens, 'participle')
  if (hasVerb(tokens)) return articles.has(first) ? nothing : verb(tokens, 'subject')
  return described(tokens, 'apposition')
}

function plain(tokens: readonly Token[]): Between {
  const first = tokens[0]?.lower ?? ''
  if (conjunctions.has(first)) return verb(tokens, 'subject')
  if (prepositions.has(first)) return preposition(tokens)
  // A new noun with a verb is the subject, and it has no name.
  if (articles.has(first) && !relatives.has(first)) return nothing
  if (hasVerb(tokens)) return verb(tokens, 'near')
  return prepositions.has(tokens.at(-1)?.lower ?? '') ? described(tokens, 'noun') : nothing
}

/** A verb so far from its object is seldom the one that reaches it. */
export const longestPhrase = 12

function verb(tokens: readonly Token[], of: 'near' | 'subject' | 'participle'): Between {
  const relation = tokens.length <= longestPhrase && hasVerb(tokens) ? relationOf(tokens) : undefined
  return relation === undefined ? nothing : { kind: 'verb', relation, of }
}

/** `in the`, and `in the harbour of`: the last word is the one that touches the name. */
function preposition(tokens: readonly Token[]): Between {
  if (hasVerb(tokens)) return nothing
  const words = tokens.filter(({ kind, lower }) => kind === 'word' && !articles.has(lower))
  if (words.length > 1 && !prepositions.has(words.at(-1)?.lower ?? '')) return nothing
  const word = relationOf(tokens)
  return word === undefined || words.length > 4 ? nothing : { kind: 'preposition', word }
}

const longestDescription = 4

function described(tokens: readonly Token[], kind: 'apposition' | 'noun'): Between {
  const relation = relationOf(tokens)
  const isShort = relation !== undefined && relation.split(' ').length <= longestDescription
  const isOne = tokens.every(({ kind: token, lower }) => token === 'word' && !conjunctions.has(lower))
  return isShort && isOne ? { kind, relation } : nothing
}
