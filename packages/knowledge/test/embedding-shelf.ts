/** Chunks in the stores there are, and an embedder that keeps what it was given. */
import type { Embedder, KnowledgeChunk, KnowledgeStore } from '@gyre/core'
import { memoryStore } from '@gyre/stores/memory'
import { sqliteStore } from '@gyre/stores/sqlite'
import { onTestFinished } from 'vitest'
import type { Shelf } from '../src/ports.ts'

const stores = { memoryStore: () => memoryStore(), sqliteStore: () => sqliteStore(':memory:') }

export type StoreName = keyof typeof stores

export const storeNames = Object.keys(stores) as StoreName[]

export type ListeningEmbedder = Embedder & { readonly batches: (readonly string[])[] }

/** The vector of a text is its length and one, unless something else is said. */
export function listeningEmbedder(
  id: string,
  give: (texts: readonly string[], batch: number, signal: AbortSignal) => Promise<readonly Float32Array[]> = lengths,
): ListeningEmbedder {
  const batches: (readonly string[])[] = []
  return { id, batches, embed: (texts, signal) => give(texts, batches.push(texts), signal) }
}

export async function lengths(texts: readonly string[]): Promise<readonly Float32Array[]> {
  return texts.map((text) => new Float32Array([text.length, 1]))
}

export function openShelf(name: StoreName, embedder: Embedder, owner = 'ada'): Shelf {
  const store = stores[name]()
  onTestFinished(() => store.close())
  return { store: store.knowledge, embedder, owner, clock: { now: () => 0 } }
}

/** One document; its chunks are `id/0`, `id/1` and so on. */
export async function saveChunks(
  { store, owner }: { readonly store: KnowledgeStore; readonly owner: string },
  id: string,
  texts: readonly string[],
  headings: readonly string[] = [],
): Promise<readonly string[]> {
  let start = 0
  const chunks = texts.map((text, index): KnowledgeChunk => {
    const chunk = { id: `${id}/${index}`, document: id, start, end: start + text.length, headings }
    start = chunk.end
    return chunk
  })
  const kept = { source: id, title: id, mediaType: 'text/plain', hash: id, at: 0, data: null }
  await store.put({ id, owner, text: texts.join(''), ...kept }, chunks)
  return chunks.map((chunk) => chunk.id)
}
