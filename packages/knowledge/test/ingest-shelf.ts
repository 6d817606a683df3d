/** A shelf to read into, with a small embedder that counts, and ports that say what they were asked. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Embedder, GyreError, type KnowledgeStore } from '@gyre/core'
import { memoryStore } from '@gyre/stores/memory'
import { onTestFinished } from 'vitest'
import type { IngestOptions } from '../src/ingest/ingest-options.ts'
import type { Shelf } from '../src/ports.ts'

export const now = Date.UTC(2026, 0, 15)

/** Vectors by length and first letter: equal texts have equal ones. */
function countingEmbedder(): Embedder & { readonly texts: string[] } {
  const texts: string[] = []
  const embed = async (given: readonly string[]) => {
    texts.push(...given)
    return given.map((text) => Float32Array.of(1 + text.length, text.charCodeAt(0)))
  }
  return { id: 'counting', embed, texts }
}

export function shelfOf(store: KnowledgeStore = memoryKnowledge()) {
  const embedder = countingEmbedder()
  const shelf: Shelf = { store, embedder, owner: 'ada', clock: { now: () => now } }
  return { shelf, embedder, store }
}

export function memoryKnowledge(): KnowledgeStore {
  const store = memoryStore()
  onTestFinished(() => store.close())
  return store.knowledge
}

/** Reads a page as the text between its tags, and refuses what says it is broken. */
export const options: IngestOptions & Required<Pick<IngestOptions, 'read' | 'fetch'>> = {
  read: async ({ bytes, contentType }) => {
    const text = new TextDecoder().decode(bytes)
    if (text.includes('broken')) throw new GyreError('document-refused', `the ${contentType} is broken`)
    const title = /<title>(.*?)<\/title>/.exec(text)?.[1]
    return { text: text.replace(/<title>.*?<\/title>|<[^>]*>|%PDF-\S*/g, ''), ...(title && { title }) }
  },
  fetch: async (url) => {
    throw new GyreError('fetch-failed', `nobody answers at ${url}`)
  },
}

export function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
}

/** All that a store has of an owner, with texts and vectors. */
export async function dumpOf(store: KnowledgeStore, owner = 'ada') {
  const documents = await store.list(owner)
  return Promise.all(
    documents.map(async ({ id }) => {
      const chunks = await store.chunksOf(id)
      const ids = chunks.map((chunk) => chunk.id)
      const vectors = await store.vectors('counting', ids)
      return { document: await store.get(id), chunks, vectors: vectors.map(({ vector }) => [...vector]) }
    }),
  )
}

/** Different words for every name: no two such texts are alike. */
export function essay(name: string, paragraphs = 3): string {
  const sentence = (part: number, at: number) =>
    `${name} ${part} number ${name}${part}x${at} tells ${name}a${at * part} about ${name}b${at + part}.`
  const paragraph = (part: number) => Array.from({ length: 8 }, (_, at) => sentence(part, at)).join(' ')
  return Array.from({ length: paragraphs }, (_, part) => paragraph(part + 1)).join('\n\n')
}
