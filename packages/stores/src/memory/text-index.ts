/** A text index in memory, ranked by BM25. */
import { wordsOf } from '@gyre/core'
import { leastWeight, lengthWeight, saturation } from '../bm25.ts'

type Entry = { readonly words: ReadonlySet<string>; readonly length: number }

export class TextIndex {
  readonly #entries = new Map<string, Entry>()
  /** How often each text has a word. */
  readonly #counts = new Map<string, Map<string, number>>()
  #totalLength = 0

  add(id: string, text: string): void {
    const words = wordsOf(text)
    this.#entries.set(id, { words: new Set(words), length: words.length })
    this.#totalLength += words.length
    for (const word of words) {
      const counts = this.#counts.get(word) ?? new Map<string, number>()
      counts.set(id, (counts.get(id) ?? 0) + 1)
      this.#counts.set(word, counts)
    }
  }

  remove(id: string): void {
    const entry = this.#entries.get(id)
    if (entry === undefined) return
    this.#entries.delete(id)
    this.#totalLength -= entry.length
    for (const word of entry.words) {
      const counts = this.#counts.get(word)
      counts?.delete(id)
      if (counts?.size === 0) this.#counts.delete(word)
    }
  }

  /** The score of every text with any of the words. */
  scores(words: readonly string[]): ReadonlyMap<string, number> {
    const scores = new Map<string, number>()
    const meanLength = this.#totalLength / this.#entries.size
    for (const word of words) {
      const counts = this.#counts.get(word) ?? new Map<string, number>()
      const weight = this.#weight(counts.size)
      for (const [id, count] of counts) {
        const relativeLength = (this.#entries.get(id)?.length ?? 0) / meanLength
        const damping = saturation * (1 - lengthWeight + lengthWeight * relativeLength)
        const score = weight * ((count * (saturation + 1)) / (count + damping))
        scores.set(id, (scores.get(id) ?? 0) + score)
      }
    }
    return scores
  }

  /** The rarer a word, the more it tells. */
  #weight(texts: number): number {
    const weight = Math.log((this.#entries.size - texts + 0.5) / (texts + 0.5))
    return weight > 0 ? weight : leastWeight
  }
}
