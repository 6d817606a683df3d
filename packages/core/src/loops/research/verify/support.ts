/** How much of what a sentence says stands in the passages that it cites, by its words alone. */
import { unspaced, wordsOf } from '../../../words.ts'
import { isFunctionWord } from './function-words.ts'
import { stemOf } from './word-stem.ts'

/**
 * Tried on 631 sentences of the bundled corpus, with a fifth of their words dropped, two fifths of the longer ones
 * replaced and all out of order, against their own 1000 characters and against others. At 0.5 precision is 0.94 and
 * recall 0.92. Below, at 0.4, precision falls to 0.93; above, at 0.55, recall falls to 0.86 and precision stays.
 */
const leastSupport = 0.5
/** Of fewer words a share says nothing. */
const leastWords = 3
const leastLetters = 3

/** Scripts without blanks between words: each two letters that stand together are looked at instead. */
const withoutBlanks = new RegExp(`[[${unspaced}]&&[\\p{L}\\p{M}]]{2,}`, 'gv')

/** The words of a text that say something of the matter, in the order of the text, each once. */
export function contentWords(text: string): readonly string[] {
  const words = wordsOf(text.replace(/['’]s\b/g, ''))
  return [
    ...new Set([
      ...words.filter((word) => word.length >= leastLetters && !/\p{N}/u.test(word) && !isFunctionWord(word)),
      ...pairsIn(text),
    ]),
  ]
}

function pairsIn(text: string): readonly string[] {
  const runs = text.normalize('NFKC').match(withoutBlanks) ?? []
  return runs.flatMap((run) => {
    const letters = [...run]
    return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
  })
}

export function stemsOf(text: string): ReadonlySet<string> {
  return new Set(contentWords(text).map(stemOf))
}

/**
 * The words that no passage has; none when there are enough of the others. Of few words one must be known, unless
 * something else of the sentence was looked for.
 */
export function missingWords(
  sentence: string,
  passages: readonly ReadonlySet<string>[],
  isChecked: boolean,
): readonly string[] {
  const words = contentWords(sentence)
  const missing = words.filter((word) => !passages.some((stems) => stems.has(stemOf(word))))
  const isFew = words.length < leastWords && (isChecked || missing.length < words.length)
  const isEnough = isFew || words.length - missing.length >= words.length * leastSupport
  return isEnough ? [] : missing
}
