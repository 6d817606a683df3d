/**
 * A text without what makes no difference to its words: case, accents, forms of letters.
 *
 * Not as the text indexes fold it: vectors are kept under the id of the embedder, and must not change with the index.
 */

const plain = /^[\0-\x7f]*$/

/**
 * Accents, the points of Hebrew and Arabic, and what cannot be seen, such as soft hyphens. Not all marks: in
 * Devanagari, Thai or kana words differ by them alone.
 */
const accents = /[[\p{Mn}&&[\p{sc=Zinh}\p{sc=Hebr}\p{sc=Arab}]]--[\u3099\u309a]]|\p{Cf}/gv

export function foldedText(text: string): string {
  if (plain.test(text)) return text.toLowerCase()
  return (
    text
      // Down, then up: `ẞ` and `ß` both become `SS`, and all the sigmas one.
      .toLowerCase()
      .toUpperCase()
      .normalize('NFKD')
      .replaceAll(accents, '')
      // Together again: a syllable of Korean or a kana is one character.
      .normalize('NFC')
      .toLowerCase()
  )
}
