/** Whether a name is used like one of somebody, of a thing or of a place: `Holt wrote`, `the Petrel`, `in Washington`. */
import type { Mention } from './find-mentions.ts'
import type { Token } from './tokens.ts'
import { honorifics, personNouns, personVerbs, placeNouns, placePrepositions } from './word-lists.ts'

export type NameUse = 'person' | 'thing' | 'place' | 'unknown'

const copulas: ReadonlySet<string> = new Set(['is', 'was', 'became', 'remains'])
/** Behind `is`, a noun so far away still says what it is. */
const nearWords = 6

export function useOf(tokens: readonly Token[], { start, end }: Mention): NameUse {
  const before = tokens[tokens[start - 1]?.text === '.' ? start - 2 : start - 1]?.lower ?? ''
  const isOwner = tokens[end]?.kind === 'possessive'
  if (before === 'the') return 'thing'
  if (isPlace(tokens, end) || (placePrepositions.has(before) && !isOwner)) return 'place'
  const isNamed = honorifics.has(before) || before === 'by' || personVerbs.has(before)
  const isPerson = isNamed || (isOwner ? personNouns.has(tokens[end + 1]?.lower ?? '') : actsAt(tokens, end))
  return isPerson ? 'person' : 'unknown'
}

function isPlace(tokens: readonly Token[], end: number): boolean {
  if (!copulas.has(tokens[end]?.lower ?? '')) return false
  return tokens.slice(end + 1, end + 1 + nearWords).some(({ lower }) => placeNouns.has(lower))
}

/** `Holt wrote`, `Holt had been born`, `Holt, who`. */
function actsAt(tokens: readonly Token[], end: number): boolean {
  const [first, second, third] = tokens.slice(end, end + 3).map(({ lower }) => lower)
  if (first === 'who' || (first === ',' && second === 'who')) return true
  return [first, second, third].some((word) => personVerbs.has(word ?? ''))
}
