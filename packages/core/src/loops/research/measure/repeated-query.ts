/** Searches that were done already in other words, or in the same. */
import { dot } from './vectors.ts'

type Query = { readonly text: string; readonly vector: Float32Array }

/** So much of all their words two queries share that mean the same. */
const sharedWords = 0.8

/** `likeness` is the cosine from which two mean the same; null where the vectors tell no more than the words do. */
export function isRepeated(query: Query, asked: readonly Query[], likeness: number | null): boolean {
  const words = wordsOf(query.text)
  return asked.some(({ text, vector }) => {
    if (isSameWording(words, wordsOf(text))) return true
    return likeness !== null && dot(query.vector, vector) >= likeness
  })
}

function isSameWording(ours: readonly string[], theirs: readonly string[]): boolean {
  return ours.join(' ') === theirs.join(' ') || jaccard(new Set(ours), new Set(theirs)) >= sharedWords
}

function jaccard(ours: ReadonlySet<string>, theirs: ReadonlySet<string>): number {
  const all = ours.union(theirs).size
  return all === 0 ? 0 : ours.intersection(theirs).size / all
}

function wordsOf(text: string): readonly string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  )
}
