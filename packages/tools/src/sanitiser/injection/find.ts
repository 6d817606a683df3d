/** Where a text reads like an injection. */
import type { Suspicion } from '@gyre/core'
import { rot13 } from './encodings/disguised-words.ts'
import { leetReadings } from './encodings/leet.ts'
import { packedTexts } from './encodings/packed.ts'
import type { Reading } from './encodings/reading.ts'
import { joinedReading, spacedReading } from './encodings/spaced.ts'
import { unescapedReading } from './encodings/unescaped.ts'
import { evidence } from './evidence.ts'
import type { Hit } from './hits.ts'
import { leakingAddressesIn } from './leaking-address.ts'
import { conceptNumber } from './lexicon.ts'
import { type Match, matchesIn } from './match.ts'
import { isMention } from './mention.ts'
import type { Oddities } from './oddities.ts'
import { scan } from './scan.ts'
import { shapesIn } from './shapes.ts'
import { placeOf, viewOf } from './view.ts'

const none: readonly Suspicion[] = []

export function suspicionsIn(text: string): readonly Suspicion[] {
  return find(text, 0)
}

/** Packed texts may hold packed texts. */
const deepest = 2

function find(text: string, depth: number): readonly Suspicion[] {
  const view = viewOf(text)
  const { hits, oddities } = scan(view.text)
  const found: Match[] = [...shapesIn(text), ...leakingAddressesIn(text)]
  for (const match of matchesIn(view.text, hits)) {
    const { start, end } = match
    if (!isMention(view.text, start, end)) found.push({ ...match, ...placeOf(view, start, end) })
  }
  for (const reading of otherReadings(text, hits, oddities)) found.push(...matchesOf(reading))
  if (oddities.isPacked && depth < deepest) found.push(...packed(text, depth))
  return found.length === 0 ? none : evidence(found)
}

const rotated = conceptNumber('rot13')
const reversed = conceptNumber('reversed')

/** The text in other ways, as far as anything in it asks for that. */
function otherReadings(text: string, hits: readonly Hit[], oddities: Oddities): readonly Reading[] {
  const readings: (Reading | undefined)[] = []
  if (hits.some(({ concept }) => concept === rotated)) readings.push({ text: rot13(text) })
  if (hits.some(({ concept }) => concept === reversed)) readings.push(backwards(text))
  if (oddities.isLeet) readings.push(...leetReadings(text).map((leet) => ({ text: leet })))
  if (oddities.isSpaced) readings.push(spacedReading(text), joinedReading(text))
  if (oddities.hasEscapes) readings.push(unescapedReading(text))
  return readings.filter((reading) => reading !== undefined)
}

function backwards(text: string): Reading {
  const { length } = text
  let turned = ''
  for (let at = length - 1; at >= 0; at--) turned += text.charAt(at)
  return { text: turned, places: Array.from({ length: length + 1 }, (_, at) => length - at) }
}

/** What is found in a text that is read in another way, by its place in the text itself. */
function matchesOf({ text, places, runTogether = false }: Reading): readonly Match[] {
  const view = viewOf(text)
  const found = matchesIn(view.text, scan(view.text, runTogether).hits)
  const place = (at: number) => (places ? (places[at] ?? 0) : at)
  return found.map((match) => {
    const { start, end } = placeOf(view, match.start, match.end)
    // Between letters that stand apart is nothing that belongs to the last of them.
    const ends = [place(start), runTogether ? place(end - 1) + 1 : place(end)]
    return { ...match, start: Math.min(...ends), end: Math.max(...ends) }
  })
}

/** What is found in a packed text is marked as a whole. */
function packed(text: string, depth: number): readonly Match[] {
  return packedTexts(text).flatMap(({ text: inner, start, end }) => {
    const names = new Set(find(inner, depth + 1).map(({ rule }) => rule))
    return [...names].map((rule) => ({ rule, isStrong: true, start, end }))
  })
}
