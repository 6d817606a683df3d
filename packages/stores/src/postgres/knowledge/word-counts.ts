/** The words of a text, counted. */
import { wordsOf } from '@gyre/core'

export type WordCounts = { readonly counts: ReadonlyMap<string, number>; readonly length: number }

export function wordCounts(text: string): WordCounts {
  const words = wordsOf(text)
  const counts = new Map<string, number>()
  for (const each of words) {
    const word = storedWord(each)
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return { counts, length: words.length }
}

/** A long word may have been cut inside of a letter. */
export function storedWord(word: string): string {
  return word.toWellFormed()
}
