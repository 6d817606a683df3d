/**
 * Where the sentences of an English text are. An abbreviation or an initial ends none: cut as chunks are, in any
 * language, `Dr. Holt` would be torn, and a list would be one sentence.
 */
import { type Span, trimmed } from '@gyre/core/text'

const ends = /(?:[.!?…]+["'”’)\]]*(?=\s+["'“‘([*_]*[\p{Lu}\p{N}])|\n[ \t]*(?=\n|#|[-*+] |\||\d{1,3}[.)] ))/gu
const abbreviation =
  /(?:^|[\s("“])(?:\p{Lu}|mr|mrs|ms|dr|st|prof|capt|col|rev|no|nos|vol|fig|ca|c|approx|vs|cf|e\.g|i\.e|jr|sr|co|ltd|inc|mt|ft|dept|est)\.$/iu

export function sentenceSpans(text: string): readonly Span[] {
  const spans: (Span | undefined)[] = []
  let start = 0
  for (const match of text.matchAll(ends)) {
    const end = match.index + match[0].length
    if (abbreviation.test(text.slice(Math.max(start, end - 12), end))) continue
    spans.push(trimmed(text, { start, end }))
    start = end
  }
  spans.push(trimmed(text, { start, end: text.length }))
  return spans.filter((span) => span !== undefined)
}

export function sentencesOf(text: string): readonly string[] {
  return sentenceSpans(text).map(({ start, end }) => text.slice(start, end))
}
