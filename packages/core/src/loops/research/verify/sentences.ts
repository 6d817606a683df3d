/** The sentences of a Markdown text, each with the citations behind it. */
import { abbreviates } from './abbreviations.ts'
import { type Block, blocksOf } from './blocks.ts'
import { citationsIn } from './citation-form.ts'
import type { Span } from './code-spans.ts'
import { quotedSpansIn } from './quotations.ts'

export type Sentence = Span & {
  readonly kind: Block['kind']
  readonly isQuote: boolean
  /** Without citations. */
  readonly text: string
  readonly cites: readonly string[]
}

type Cited = Span & { readonly ids: readonly string[] }

/** Without such a sign inside there is one sentence; to ask for its parts takes longer than all the rest. */
const isSegmented = /[.!?]\s*\S|(?![\0-\x7f])\p{Po}/u

/** Made when it is first needed. */
let segmenter: Intl.Segmenter | undefined

export function sentencesIn(text: string, isCopied: (code: string) => boolean = () => false): readonly Sentence[] {
  const citations = citationsIn(text)
  const shown = blanked(text, citations)
  const spans = joinedToWords(
    shown,
    blocksOf(text, isCopied).flatMap((block) => spansOf(shown, block, citations)),
  )
  const cited = cursor(citations)
  return spans.map(({ start, end, kind, isQuote }) => {
    const trimmed = trimmedSpan(text, start, end)
    const own = cited(start, end)
    return {
      ...trimmed,
      kind,
      isQuote,
      text: plainText(shown.slice(start, end)),
      cites: [...new Set(own.flatMap(({ ids }) => ids))],
    }
  })
}

type Piece = Block

/** What has no words belongs to the sentence before it: it is its citation, on a line of its own. */
function joinedToWords(shown: string, pieces: readonly Piece[]): readonly Piece[] {
  const joined: Piece[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    if (/[\p{L}\p{N}]/u.test(shown.slice(piece.start, piece.end))) joined.push(piece)
    else if (last && last.kind !== 'heading') joined[joined.length - 1] = { ...last, end: piece.end }
  }
  return joined
}

/** An item is one sentence, unless a citation stands before its last one: then each has its own. */
function spansOf(shown: string, { start, end, kind, isQuote }: Block, citations: readonly Cited[]): readonly Piece[] {
  if (kind === 'heading' || kind === 'row') return [{ start, end, kind, isQuote }]
  const own = within(citations, start, end)
  const masked = shown.slice(start, end).replace(/\n[ \t]*>[> \t]*|[\n\r*`]/g, (found) => ' '.repeat(found.length))
  const ends = endsOf(
    masked,
    own.map((each) => ({ start: each.start - start, end: each.end - start })),
  )
  const last = ends.at(-2) ?? 0
  if (kind === 'item' && !own.some((each) => each.start - start < last)) return [{ start, end, kind, isQuote }]
  return ends.map((each, index) => ({ start: start + (ends[index - 1] ?? 0), end: start + each, kind, isQuote }))
}

/** Where the sentences of a paragraph end. */
function endsOf(masked: string, citations: readonly Span[]): readonly number[] {
  if (!isSegmented.test(masked)) return [masked.length]
  segmenter ??= new Intl.Segmenter('und', { granularity: 'sentence' })
  const forced = new Set(citedEnds(masked, citations))
  const found = [...segmenter.segment(masked)].map(({ index, segment }) => index + segment.length)
  const quoted = quotedSpansIn(masked)
  const ends = [...new Set([...found, ...forced])].sort((a, b) => a - b)
  const isQuoted = inside(quoted)
  let from = 0
  return ends.filter((end, index) => {
    const isLast = index === ends.length - 1
    const isEnd =
      isLast ||
      forced.has(end) ||
      !(isQuoted(end) || abbreviates(masked.slice(from, end), masked.slice(end, ends[index + 1])))
    from = isEnd ? end : from
    return isEnd
  })
}

/** A full stop and a citation end a sentence, whatever follows. */
function citedEnds(masked: string, citations: readonly Span[]): readonly number[] {
  const ends: number[] = []
  for (const [index, { start, end }] of citations.entries()) {
    const before = citations[index - 1]
    const isGrouped = before && masked.slice(before.end, start).trim() === ''
    const isBehind = isGrouped
      ? ends.at(-1) === before.end
      : /[.!?…。！？]['"”“»’」』›)]?\s{0,4}$/.test(masked.slice(Math.max(0, start - 8), start))
    if (!isBehind) continue
    if (isGrouped) ends.pop()
    ends.push(end)
  }
  return ends
}

/** Asked for ascending places. */
function inside(spans: readonly Span[]): (place: number) => boolean {
  let next = 0
  return (place) => {
    while ((spans[next]?.end ?? Number.POSITIVE_INFINITY) <= place) next++
    return place > (spans[next]?.start ?? Number.POSITIVE_INFINITY)
  }
}

/** Those between two places; asked in the order of the text. */
function cursor(citations: readonly Cited[]): (start: number, end: number) => readonly Cited[] {
  let next = 0
  return (start, end) => {
    while ((citations[next]?.start ?? Number.POSITIVE_INFINITY) < start) next++
    const first = next
    while ((citations[next]?.start ?? Number.POSITIVE_INFINITY) < end) next++
    return citations.slice(first, next)
  }
}

/** By halves: a text of many blocks has many citations. */
function within(citations: readonly Cited[], start: number, end: number): readonly Cited[] {
  return citations.slice(firstFrom(citations, start), firstFrom(citations, end))
}

function firstFrom(citations: readonly Cited[], place: number): number {
  let [low, high] = [0, citations.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((citations[middle]?.start ?? 0) < place) low = middle + 1
    else high = middle
  }
  return low
}

/** Of the same length, so that a place in one is the same place in the other. */
function blanked(text: string, spans: readonly Span[]): string {
  let from = 0
  const kept: string[] = []
  for (const { start, end } of spans) {
    kept.push(text.slice(from, start), ' '.repeat(end - start))
    from = end
  }
  return kept.join('') + text.slice(from)
}

function trimmedSpan(text: string, start: number, end: number): Span {
  const cut = text.slice(start, end).trimEnd()
  const lineBreak = cut.lastIndexOf('\n')
  // The mark of a quoted line belongs to what follows.
  const written = /^[> \t]*$/.test(cut.slice(lineBreak + 1)) && lineBreak >= 0 ? cut.slice(0, lineBreak) : cut
  return { start: start + written.length - written.trimStart().length, end: start + written.trimEnd().length }
}

function plainText(shown: string): string {
  return shown
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:!?])/g, '$1')
    .trim()
}
