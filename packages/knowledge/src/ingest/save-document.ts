/** Writes a document with its chunks; the vectors of chunks that stay the same are kept. */
import type { ChunkVector, FoundChunk, KnowledgeChunk, KnowledgeDocument, KnowledgeStore } from '@gyre/core'
import type { Shelf } from '../ports.ts'

/** Vectors are large: not all of a book at once. */
const vectorsAtOnce = 256

export type Saving = {
  readonly document: KnowledgeDocument
  readonly chunks: readonly KnowledgeChunk[]
  /** There is an earlier version of it. */
  readonly isKnown: boolean
}

export async function saveDocument({ store, embedder }: Shelf, saving: Saving): Promise<void> {
  const { document, chunks, isKnown } = saving
  const kept = isKnown ? await keptVectors(store, embedder.id, saving) : []
  await store.put(document, chunks)
  // When it ends between the two, the vectors are made anew.
  for (let at = 0; at < kept.length; at += vectorsAtOnce)
    await store.putVectors(embedder.id, kept.slice(at, at + vectorsAtOnce))
}

/** Of the chunks that say the same under the same headings, by their new names. */
async function keptVectors(store: KnowledgeStore, embedder: string, saving: Saving): Promise<readonly ChunkVector[]> {
  const { document, chunks } = saving
  const before = new Map<string, string>()
  for (const chunk of await store.chunksOf(document.id)) before.set(keyOf(chunk), chunk.id)
  const names = new Map<string, string[]>()
  for (const { id, start, end, headings } of chunks) {
    const old = before.get(keyOf({ headings, text: document.text.slice(start, end) }))
    if (old !== undefined) names.set(old, [...(names.get(old) ?? []), id])
  }
  const vectors = await store.vectors(embedder, [...names.keys()])
  return vectors.flatMap(({ chunk, vector }) => (names.get(chunk) ?? []).map((id) => ({ chunk: id, vector })))
}

function keyOf({ headings, text }: Pick<FoundChunk, 'headings' | 'text'>): string {
  return JSON.stringify([headings, text])
}
