/** An index in memory, for tests of what searches it. */
import type { Embedder, KnowledgeChunk, KnowledgeDocument } from '@gyre/core'
import { letterEmbedder } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores/memory'
import { documentId } from '../src/document-id.ts'
import type { Shelf } from '../src/ports.ts'

export type TestDocument = {
  readonly source: string
  readonly title?: string
  /** Each is a chunk; the text of the document is all of them, an empty line between two. */
  readonly passages: readonly string[]
  readonly headings?: readonly string[]
  /** So many characters of a chunk are the beginning of the next one, too. */
  readonly overlap?: number
  readonly at?: number
  readonly owner?: string
}

export const testNow = Date.UTC(2026, 5, 15)

export async function shelfOf(documents: readonly TestDocument[], embedder: Embedder = letterEmbedder): Promise<Shelf> {
  const store = memoryStore().knowledge
  for (const given of documents) {
    const document = documentOf(given)
    const chunks = chunksOf(given, document.id)
    await store.put(document, chunks)
    const texts = chunks.map(({ start, end }) => document.text.slice(start, end))
    const vectors = await embedder.embed(texts, new AbortController().signal)
    const pairs = chunks.map(({ id }, index) => ({ chunk: id, vector: vectors[index] ?? new Float32Array() }))
    await store.putVectors(embedder.id, pairs)
  }
  return { store, embedder, owner: 'me', clock: { now: () => testNow } }
}

function documentOf({ source, title = source, passages, at = 0, owner = 'me' }: TestDocument): KnowledgeDocument {
  const id = documentId(owner, source)
  return { id, owner, source, title, mediaType: 'text/plain', hash: id, text: passages.join('\n\n'), at, data: null }
}

function chunksOf({ passages, headings = [], overlap = 0 }: TestDocument, document: string): readonly KnowledgeChunk[] {
  let start = 0
  return passages.map((passage, index) => {
    const from = start
    start += passage.length + 2
    const id = `${document}-${String(index).padStart(4, '0')}`
    return { id, document, start: Math.max(0, from - overlap), end: from + passage.length, headings: [...headings] }
  })
}

/** Texts by the words of a list that they have: what is near what is written down, not guessed. */
export function vocabularyEmbedder(words: readonly string[], id = 'test/vocabulary'): Embedder {
  const vectorOf = (text: string) => Float32Array.from(words, (word) => text.toLowerCase().split(word).length - 1)
  return { id, embed: async (texts) => texts.map(vectorOf) }
}
