/**
 * How a text is cut into words, for the text indexes of every store: so a query finds the same in all of them.
 *
 * Case, accents and forms of letters make no difference. Scripts that put no spaces between words are
 * cut into characters: a whole sentence as one word would never be found.
 */
const unspaced = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}`
const word = new RegExp(String.raw`[[${unspaced}]&&[\p{L}\p{N}]]\p{M}*|[[\p{L}\p{N}\p{M}]--[${unspaced}]]+`, 'gv')
const accents = /[\u0300-\u036f]/g

/** Longer words are cut: they are no words, and would make the index as large as the text. */
const longestWord = 64
/** A ranking costs time for every word and each chunk that has it. */
const maxQueryWords = 256
/** Of a query, so much is looked at for words. */
const maxQueryLength = 65_536

export function wordsOf(text: string): readonly string[] {
  const plain = text.normalize('NFKD').replaceAll(accents, '').toLowerCase()
  return plain.match(word)?.map((found) => found.slice(0, longestWord)) ?? []
}

/** The different words of a query, in their order. */
export function queryWords(query: string): readonly string[] {
  return [...new Set(wordsOf(query.slice(0, maxQueryLength)))].slice(0, maxQueryWords)
}
