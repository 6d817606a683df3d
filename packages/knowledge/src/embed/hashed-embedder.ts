/** An embedder without a model: texts are near each other when they share words, or parts of words. */
import type { Embedder } from '@gyre/core'
import { Turns } from '../turns.ts'

/** Another number whenever a text gets another vector: those in stores must not be compared with it. */
const id = 'lexical/hashed-1'

/** It knows no synonyms: `car` and `automobile` have nothing in common. */
export function hashedEmbedder(): Embedder {
  let vectorOf: ((text: string) => Float32Array) | undefined
  return {
    id,
    async embed(texts, signal) {
      signal.throwIfAborted()
      // Most programs that have it never embed anything.
      vectorOf ??= (await import('./hashed-vectors.ts')).hashedVectors()
      const vectors: Float32Array[] = []
      const turns = new Turns()
      for (const text of texts) {
        if (turns.isOver) {
          await turns.give()
          signal.throwIfAborted()
        }
        vectors.push(vectorOf(text))
      }
      return vectors
    },
  }
}
