/** An embedder and a memory without any service, for tests. */
import type { Embedder, Memory, MemoryItem, NewMemory } from '../ports/memory.ts'

const dimensions = 64

/** Counts letters pairs: texts that share words are near each other. */
export const letterEmbedder: Embedder = {
  id: 'test/letters',
  embed: async (texts) => texts.map(embedText),
}

function embedText(text: string): Float32Array {
  const vector = new Float32Array(dimensions)
  const letters = text.toLowerCase()
  for (let at = 0; at + 1 < letters.length; at++) {
    const slot = (letters.charCodeAt(at) * 31 + letters.charCodeAt(at + 1)) % dimensions
    vector[slot] = (vector[slot] ?? 0) + 1
  }
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}

/** A memory in memory. The same key remembered twice is one memory. */
export function inMemoryMemory(): Memory & { readonly items: ReadonlyMap<string, NewMemory> } {
  const items = new Map<string, NewMemory>()
  return {
    items,
    async recall(query, { limit }) {
      const [asked = new Float32Array(dimensions)] = [embedText(query)]
      const found = [...items].map(([id, { text, kind = 'note', data = null }]): MemoryItem => {
        const score = embedText(text).reduce((sum, value, index) => sum + value * (asked[index] ?? 0), 0)
        return { id, text, kind, data, score }
      })
      return found.sort((a, b) => b.score - a.score).slice(0, limit)
    },
    async remember(memory, { key }) {
      items.set(key, memory)
      return key
    },
  }
}
