/** Sentences of passages and drafts, taken apart and compared by their words. */

const sentenceEnd = /(?<=[.!?])\s+/

/** Headings are none. */
export function sentencesOf(text: string): readonly string[] {
  return text
    .split(/\n+/)
    .filter((line) => !line.startsWith('#'))
    .flatMap((line) => line.trim().split(sentenceEnd))
    .filter((sentence) => sentence !== '')
}

/** Words of three letters and more, without the `s` at their end, and numbers. */
export function wordsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[a-z]{3,}|\d(?:[\d,]*\d)?/g) ?? []
  return new Set(words.map((word) => word.replace(/(?<=[a-z]{3})s$/, '')))
}

/** The share of words that two texts have in common, of all that either has. */
export function likeness(one: string, other: string): number {
  const [ours, theirs] = [wordsOf(one), wordsOf(other)]
  const all = ours.union(theirs).size
  return all === 0 ? 0 : ours.intersection(theirs).size / all
}

/** `[c3][c7]` before the end of a sentence. */
export function cited(sentence: string, ids: readonly string[]): string {
  return sentence.replace(/\s*([.!?])$/, ` ${ids.map((id) => `[${id}]`).join('')}$1`)
}

export function withoutCitations(text: string): string {
  return text.replace(/\s*\[[^\]]*\]/g, '')
}

/** Paragraphs of so many sentences. */
const paragraphLength = 4

export function paragraphs(sentences: readonly string[]): string {
  const count = Math.ceil(sentences.length / paragraphLength)
  const starts = Array.from({ length: count }, (_, at) => at * paragraphLength)
  return starts.map((start) => sentences.slice(start, start + paragraphLength).join(' ')).join('\n\n')
}
