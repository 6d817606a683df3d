/** Chunks that each say something of their own. */
import type { FoundChunk } from '@gyre/core'

/**
 * The chunks in their order, without those that overlap a better one and with at most so many of one document.
 *
 * Of two that overlap the better is kept, and they are not joined: what is cited is then always a chunk of the
 * index, and no longer than others. Its neighbours can be read with the document.
 */
export function distinctChunks(chunks: readonly FoundChunk[], mostOfOneDocument: number): readonly FoundChunk[] {
  const keptOf = new Map<string, FoundChunk[]>()
  return chunks.filter((chunk) => {
    const kept = keptOf.get(chunk.document) ?? []
    if (kept.length >= mostOfOneDocument || kept.some((other) => overlap(chunk, other))) return false
    keptOf.set(chunk.document, [...kept, chunk])
    return true
  })
}

function overlap(one: FoundChunk, other: FoundChunk): boolean {
  return one.start < other.end && other.start < one.end
}
