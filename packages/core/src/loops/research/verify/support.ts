/** How much of what a sentence says stands in the passages that it cites, by its words alone. */
import { wordsOf } from '../../../words.ts'
import { isFunctionWord } from './function-words.ts'
import { stemOf } from './word-stem.ts'

/**
 * Tried on 520 sentences of the bundled corpus, with a fifth of their words dropped, a quarter replaced and the rest out
 * of order, against their own 1000 characters and against others. At 0.5 precision is 0.98 and recall 0.83. Below, at
 * 0.4, precision falls to 0.95; above, at 0.55, recall falls to 0.67 and precision stays.
 */
const leastSupport = 0.5
/** Of fewer words a share says nothing. */
const leastWords = 3
const leastLetters = 3

/** The words of a text that say something of the matter, in the order of the text, each once. */
export function contentWords(text: string): readonly string[] {
  const words = wordsOf(text.replace(/['’]s\b/g, ''))
  return [
    ...new Set(words.filter((word) => word.length >= leastLetters && !/\p{N}/u.test(word) && !isFunctionWord(word))),
  ]
}

export function stemsOf(text: string): ReadonlySet<string> {
  return new Set(contentWords(text).map(stemOf))
}

/** The words that no passage has; none when there are enough of the others. */
export function missingWords(sentence: string, passages: readonly ReadonlySet<string>[]): readonly string[] {
  const words = contentWords(sentence)
  const missing = words.filter((word) => !passages.some((stems) => stems.has(stemOf(word))))
  const isEnough = words.length < leastWords || words.length - missing.length >= words.length * leastSupport
  return isEnough ? [] : missing
}
