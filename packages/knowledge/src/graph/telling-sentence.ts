/** The sentence of a chunk that tells of an edge. */
import { type FoundChunk, foldedName, type KnowledgeEdge, wordsOf } from '@gyre/core'
import type { Span } from '@gyre/core/text'
import type { GraphReference } from './graph-fact.ts'
import { sentenceSpans } from './sentences.ts'
import { tellsOf } from './tells-of.ts'

const longestText = 300

export function tellingSentence(chunk: FoundChunk, edge: KnowledgeEdge): Omit<GraphReference, 'number'> {
  const { start, end } = bestSpan(chunk.text, edge)
  return {
    chunk: chunk.id,
    document: chunk.document,
    source: chunk.source,
    title: chunk.title,
    start: chunk.start + start,
    end: chunk.start + end,
    text: shortened(chunk.text.slice(start, end)),
  }
}

/** The first of those that have most of the edge: a pronoun may stand for one end. */
function bestSpan(text: string, { from, relation, to }: KnowledgeEdge): Span {
  const names = [foldedName(from), foldedName(to)]
  const words = wordsOf(relation)
  let best: { readonly span: Span; readonly score: number } | undefined
  for (const span of sentenceSpans(text)) {
    const folded = foldedName(text.slice(span.start, span.end))
    const shown = names.filter((name) => tellsOf(folded, name)).length
    const said = words.filter((word) => tellsOf(folded, word)).length
    const score = shown * 2 + said / Math.max(1, words.length)
    if (!best || score > best.score) best = { span, score }
  }
  return best?.span ?? { start: 0, end: text.length }
}

function shortened(sentence: string): string {
  const text = sentence.replaceAll(/\s+/g, ' ').trim()
  return text.length <= longestText
    ? text
    : `${text
        .slice(0, longestText - 1)
        .toWellFormed()
        .trimEnd()}…`
}
