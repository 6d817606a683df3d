/** What a thing is said to be, in words that are no name: `Bettina Aldous, the last miller`, `Roake was a merchant`. */
import type { ChunkEdge } from '../chunk-edge.ts'
import type { Mention } from './find-mentions.ts'
import { isVerb } from './relation-phrase.ts'
import type { Token } from './tokens.ts'
import { conjunctions, prepositions, relatives } from './word-lists.ts'

const copulas: ReadonlySet<string> = new Set(['is', 'was', 'are', 'were', 'became'])
const determiners: ReadonlySet<string> = new Set(['a', 'an', 'the'])
const mostWords = 4
const weight = 0.8

export function nounFacts(tokens: readonly Token[], mentions: readonly Mention[]): readonly ChunkEdge[] {
  return mentions.flatMap(({ kind, name, end }) => {
    const noun = kind === 'name' ? nounAfter(tokens, end) : undefined
    return noun === undefined ? [] : [{ from: name, relation: 'is', to: noun, weight }]
  })
}

function nounAfter(tokens: readonly Token[], at: number): string | undefined {
  const link = tokens[at]?.lower ?? ''
  if (!(link === ',' || copulas.has(link)) || !determiners.has(tokens[at + 1]?.lower ?? '')) return undefined
  const words = tokens.slice(at + 2)
  const length = words.findIndex((token) => !isNounWord(token))
  const noun = length < 0 ? words : words.slice(0, length)
  // Before a name the noun belongs to that name: `the ferry Stormcock`.
  const next = words[noun.length]
  const isWhole = next === undefined || next.kind === 'mark' || /^\p{Ll}/u.test(next.text)
  return isWhole && noun.length > 0 && noun.length <= mostWords ? noun.map(({ lower }) => lower).join(' ') : undefined
}

function isNounWord({ kind, text, lower }: Token): boolean {
  if (kind !== 'word' || !/^\p{Ll}/u.test(text)) return false
  return !prepositions.has(lower) && !conjunctions.has(lower) && !relatives.has(lower) && !isVerb(lower)
}
