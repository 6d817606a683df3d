/**
 * How a text is cut into words: by the text indexes, by what marks words that were found, and by what compares names.
 * All of them must agree, or one does not see what another found.
 *
 * Case, accents and forms of letters make no difference. Scripts that put no spaces between words are
 * cut into characters: a whole sentence as one word would never be found.
 */
export const unspaced = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}`
const wordPattern = String.raw`[[${unspaced}]&&[\p{L}\p{N}]]\p{M}*|[[\p{L}\p{N}\p{M}]--[${unspaced}]]+`
const ascii = /^[\0-\x7f]*$/
const accents = /[\u0300-\u036f]/g
/** What normalising looks at together. */
const character = /\P{M}\p{M}*|\p{M}+/gu

/** Longer words are cut: they are no words, and would make an index as large as the text. */
const longestWord = 64
/** A ranking costs time for every word and each chunk that has it. */
const maxQueryWords = 256
/** Of a query, so much is looked at for words. */
const maxQueryLength = 65_536

/** Made when it is first needed: it takes longer than the rest of the module. */
let word: RegExp | undefined

/** The words of a text in order, without case and accents. */
export function wordsOf(text: string): readonly string[] {
  word ??= new RegExp(wordPattern, 'gv')
  return folded(text).match(word)?.map(shortened) ?? []
}

/** The different words of a query, in their order. */
export function queryWords(query: string): readonly string[] {
  return [...new Set(wordsOf(query.slice(0, maxQueryLength)))].slice(0, maxQueryWords)
}

/** A name without case, accents and punctuation. One that has nothing else stays as it is. */
export function foldedName(name: string): string {
  return wordsOf(name).join(' ') || name.trim()
}

type Place = { readonly start: number; readonly end: number }

/** Offsets into the text. Two words that one character stands for, such as `½`, are both where it is. */
export type PlacedWord = Place & { readonly word: string }

/** The same words as `wordsOf`, and where each stands. */
export function placedWords(text: string): readonly PlacedWord[] {
  word ??= new RegExp(wordPattern, 'gv')
  const placed: PlacedWord[] = []
  // White space ends every word, and nothing is folded across it.
  for (const { 0: piece, index: from } of text.matchAll(/\S+/g)) {
    const plain = folded(piece)
    const placeAt = placesIn(piece, plain)
    for (const { 0: found, index } of plain.matchAll(word)) {
      const { start } = placeAt(index)
      const { end } = placeAt(index + found.length - 1)
      placed.push({ word: shortened(found), start: from + start, end: from + end })
    }
  }
  return placed
}

function folded(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  // One sigma for both: which of them a capital becomes depends on what stands around it.
  return text.normalize('NFKD').replaceAll(accents, '').toLowerCase().replaceAll('ς', 'σ')
}

function shortened(found: string): string {
  return found.slice(0, longestWord)
}

/** Where in a piece each unit of its folded form comes from. */
function placesIn(piece: string, plain: string): (at: number) => Place {
  if (plain.length === piece.length && plain === piece.toLowerCase()) return (at) => ({ start: at, end: at + 1 })
  const places: Place[] = []
  let joined = ''
  for (const { 0: written, index: start } of piece.matchAll(character)) {
    const part = folded(written)
    joined += part
    for (let unit = 0; unit < part.length; unit++) places.push({ start, end: start + written.length })
  }
  // Marks that change places from one character to the next: rare enough to take the piece as a whole.
  const whole = { start: 0, end: piece.length }
  return (at) => (joined === plain ? places[at] : undefined) ?? whole
}
