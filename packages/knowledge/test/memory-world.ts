/** Memories in the stores there are, with an embedder that knows a few words, and a clock that stands still. */
import type { Embedder, MemoryStore } from '@gyre/core'
import { simulatedClock } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores/memory'
import { sqliteStore } from '@gyre/stores/sqlite'
import { onTestFinished } from 'vitest'
import type { OwnShelf } from '../src/memory/memory-shelf.ts'

export const midnight = Date.UTC(2026, 0, 1)

/** Words of one group mean the same. */
const meanings = [
  ['car', 'automobile', 'wheels'],
  ['tea', 'drink', 'cup'],
  ['moon', 'sky', 'night'],
]

export function meaningEmbedder(id = 'test/meaning'): Embedder & { readonly texts: string[] } {
  const texts: string[] = []
  return {
    id,
    texts,
    embed: async (given) => {
      texts.push(...given)
      return given.map((text) => {
        const words = text.toLowerCase().match(/\w+/g) ?? []
        return Float32Array.from(meanings, (group) => words.filter((word) => group.includes(word)).length)
      })
    },
  }
}

export const brokenEmbedder: Embedder = {
  id: 'test/broken',
  embed: async () => {
    throw new Error('no key')
  },
}

const stores: Readonly<Record<string, () => { readonly memories: MemoryStore; close(): Promise<void> }>> = {
  memoryStore: () => memoryStore(),
  sqliteStore: () => sqliteStore(':memory:'),
}

export const storeNames = Object.keys(stores)

export function memoryWorld(storeName: string, owner = 'ada') {
  const store = stores[storeName]?.()
  if (!store) throw new Error(`There is no store \`${storeName}\`.`)
  onTestFinished(() => store.close())
  const clock = simulatedClock(midnight)
  const embedder = meaningEmbedder()
  let last = 0
  const ids = { next: (prefix: string) => `${prefix}_${++last}` }
  const shelf: OwnShelf = { store: store.memories, embedder, clock, ids, owner }
  return { shelf, embedder, clock, store: store.memories }
}
