/** Names and relations as plain words: none of them can pass for a mark, a reference or a line of its own. */

const longestName = 80
const mostWordsOfName = 10
const longestRelation = 60
const mostWordsOfRelation = 8

const invisible = /[\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu
const shortDashes = /[\u2010-\u2013\u2212]/g
const others = /[^\p{L}\p{M}\p{N}\p{Sc}.,'’&/%°+-]+/gu

/** Undefined when it can be no name: half of a long one would be another name. */
export function plainName(text: string): string | undefined {
  const name = plainWords(text)
  const isName = hasWord(name) && name.length <= longestName && name.split(' ').length <= mostWordsOfName
  return isName ? name : undefined
}

/** Undefined when nothing is said. */
export function plainRelation(text: string): string | undefined {
  const relation = cut(plainWords(text), longestRelation, mostWordsOfRelation)
  return hasWord(relation) ? relation : undefined
}

/** Of a name that was kept by somebody with other limits. */
export function shownName(text: string): string {
  return cut(plainWords(text), longestName, mostWordsOfName)
}

export function shownRelation(text: string): string {
  return plainRelation(text) ?? ''
}

/** A text that is shown as it is written, but on one line. */
export function oneLine(text: string): string {
  return text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll(invisible, '')
    .trim()
}

function plainWords(text: string): string {
  return text.replaceAll(invisible, '').replaceAll(shortDashes, '-').replaceAll(others, ' ').trim()
}

function cut(text: string, longest: number, mostWords: number): string {
  const words = text.split(' ').slice(0, mostWords).join(' ')
  return words.slice(0, longest).toWellFormed().trim()
}

function hasWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}
