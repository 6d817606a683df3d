/** Texts as they are compared: without case, articles, punctuation and spaces, but with what makes a number another one. */

const unmarked: readonly (readonly [RegExp, string])[] = [
  [/[\u2212\u2013\u2014](?=\d)/g, '-'],
  // `1,200` is one number; `1,2` are two words.
  [/(?<=\d),(?=\d{3}(?!\d))/g, ''],
  [/[,;]/g, ' '],
  // The point of `3.5` and the sign of `-5` stay; all other marks go.
  [/(?!(?<=\d)\.(?=\d))(?!(?<![^\s])-(?=\d))[\p{P}\p{S}]/gu, ''],
  [/(?<!\S)(?:a|an|the)(?!\S)/g, ' '],
  [/\s+/g, ' '],
]

/** The words that are compared. Where nothing would be left, such as of `+` or `The`, the text itself in small letters. */
export function plainWords(text: string): string {
  const small = text.normalize('NFKC').toLowerCase().trim()
  const words = unmarked.reduce((rest, [mark, by]) => rest.replace(mark, by), small).trim()
  return words === '' ? small.replace(/\s+/g, ' ') : words
}
