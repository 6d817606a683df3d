/** Where a text reads like an injection. */
import type { Suspicion } from '@gyre/core'
import { rot13 } from './encodings/disguised-words.ts'
import { leetReadings } from './encodings/leet.ts'
import { packedTexts } from './encodings/packed.ts'
import type { Reading } from './encodings/reading.ts'
import { joinedReading, spacedReading } from './encodings/spaced.ts'
import { unescapedReading } from './encodings/unescaped.ts'
import { evidence } from './evidence.ts'
import { leakingAddressesIn } from './leaking-address.ts'
import { conceptNumber } from './lexicon.ts'
import { type Match, matchesIn } from './match.ts'
import { isMention } from './mention.ts'
import { type Hit, scan } from './scan.ts'
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
  const { hits, hasOddities } = scan(view.text)
  const marks = [...shapesIn(text), ...leakingAddressesIn(text)]
  if (hits.length === 0 && !hasOddities && marks.length === 0) return none
  const words = matchesIn(view.text, hits).filter(({ start, end }) => !isMention(view.text, start, end))
  const found = [...marks, ...words.map((match) => ({ ...match, ...placeOf(view, match.start, match.end) }))]
  for (const reading of disguises(text, hits)) found.push(...matchesOf(reading))
  if (hasOddities) {
    for (const reading of oddReadings(text)) found.push(...matchesOf(reading))
    if (depth < deepest) found.push(...packed(text, depth))
  }
  return found.length === 0 ? none : evidence(found)
}

const rotated = conceptNumber('rot13')
const reversed = conceptNumber('reversed')

/** The whole text in another way, when words of it ask for that. */
function disguises(text: string, hits: readonly Hit[]): readonly Reading[] {
  const readings: Reading[] = []
  if (hits.some(({ concept }) => concept === rotated)) readings.push({ text: rot13(text) })
  if (hits.some(({ concept }) => concept === reversed)) readings.push(backwards(text))
  return readings
}

function backwards(text: string): Reading {
  const { length } = text
  let turned = ''
  for (let at = length - 1; at >= 0; at--) turned += text.charAt(at)
  return { text: turned, places: Array.from({ length: length + 1 }, (_, at) => length - at) }
}

function oddReadings(text: string): readonly Reading[] {
  const others = [spacedReading(text), joinedReading(text), unescapedReading(text)].filter(
    (reading) => reading !== undefined,
  )
  return [...leetReadings(text).map((leet) => ({ text: leet })), ...others]
}

/** What is found in a text that is read in another way, by its place in the text itself. */
function matchesOf({ text, places, runTogether = false }: Reading): readonly Match[] {
  const view = viewOf(text)
  const found = matchesIn(view.text, scan(view.text, runTogether).hits)
  const place = (at: number) => (places ? (places[at] ?? 0) : at)
  return found.map((match) => {
    const { start, end } = placeOf(view, match.start, match.end)
    const ends = [place(start), place(end)]
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
