/** A long document in parts that are the same each time: each begins where a chunk begins, so no sentence is cut. */
import type { KnowledgeChunk } from '@gyre/core'

export type Part = { readonly start: number; readonly end: number }

const partLength = 16_000

/** Together they are the whole text. */
export function partsOfDocument(
  text: string,
  chunks: readonly Pick<KnowledgeChunk, 'start'>[],
  length = partLength,
): readonly Part[] {
  const borders = [...(chunks.length > 0 ? chunks.map(({ start }) => start) : lineStarts(text)), text.length]
  const parts: Part[] = []
  let start = 0
  let end = 0
  for (const border of borders) {
    if (border - start > length && end > start) {
      parts.push({ start, end })
      start = end
    }
    end = border
  }
  return [...parts, { start, end: text.length }]
}

/** A duplicate has no chunks: its lines are as good. */
function lineStarts(text: string): readonly number[] {
  return [...text.matchAll(/^/gm)].map(({ index }) => index)
}

/** The number of the part with this offset in it; of one beyond the end, the last. */
export function partAt(parts: readonly Part[], offset: number): number {
  const found = parts.findIndex(({ end }) => offset < end)
  return found < 0 ? parts.length : found + 1
}
