/** Which words of the lists begin at a place of a text. */
import { mayGoOn } from './first-words.ts'
import { isFoundAnywhere, isLetter } from './letters.ts'
import { type Lexicon, lexicon, type Meaning, nodeAfter } from './lexicon.ts'

export type FoundWord = { readonly concepts: readonly number[]; readonly end: number }

const space = 0x20

/** The words of the lists that begin with the word from `start` to `end`, which has this hash. */
export function wordsOf(text: string, start: number, end: number, hash: number): readonly FoundWord[] | undefined {
  const first = lexicon().firstWords.get(hash)
  if (first === undefined || first.word.length !== end - start || !mayGoOn(first, text, end)) return undefined
  return isSame(first.word, text, start) ? search({ text, start, runTogether: false }, first.node, end) : undefined
}

function isSame(word: string, text: string, start: number): boolean {
  for (let at = 0; at < word.length; at++) if (lower(text.charCodeAt(start + at)) !== word.charCodeAt(at)) return false
  return true
}

export type Search = { readonly text: string; readonly start: number; readonly runTogether: boolean }

/** The words of the lists that begin with the letter at `start`. */
export function wordsAt(from: Search): readonly FoundWord[] | undefined {
  return search(from, firstNode(lexicon(), lower(from.text.charCodeAt(from.start))), from.start + 1)
}

/** From a node on, shorter words first; nothing when the longest of them is harmless. */
function search(
  { text, start, runTogether }: Search,
  from: number,
  firstEnd: number,
): readonly FoundWord[] | undefined {
  const words = lexicon()
  const next = runTogether ? nodeWithoutSpace : nodeAfter
  let found: FoundWord[] | undefined
  let end = firstEnd
  for (let node = from; node !== 0; ) {
    const concepts = conceptsOf(words.meanings[node], text, start, runTogether || endsHere(text, end))
    if (concepts) {
      found ??= []
      found.push({ concepts, end })
    }
    const code = text.charCodeAt(end)
    node = next(words, node, isGap(code) ? space : lower(code))
    end = isGap(code) ? afterGap(text, end) : end + 1
  }
  return found?.at(-1)?.concepts.length === 0 ? undefined : found
}

function firstNode({ first, firstAscii }: Lexicon, code: number): number {
  return (code < 0x80 ? firstAscii[code] : first.get(code)) ?? 0
}

function lower(code: number): number {
  return code >= 0x41 && code <= 0x5a ? code + 32 : code
}

function isGap(code: number): boolean {
  return code === space || (code >= 0x09 && code <= 0x0d)
}

/** The next node, also past a space that the text leaves out. */
function nodeWithoutSpace(words: Lexicon, node: number, code: number): number {
  const next = nodeAfter(words, node, code)
  return next === 0 ? nodeAfter(words, nodeAfter(words, node, space), code) : next
}

const widestGap = 16

function afterGap(text: string, from: number): number {
  let at = from
  while (at - from < widestGap && isGap(text.charCodeAt(at))) at += 1
  return at
}

/** What a word means at this place; nothing when it is only the beginning of another. */
function conceptsOf(
  meanings: readonly Meaning[] | undefined,
  text: string,
  start: number,
  isWhole: boolean,
): readonly number[] | undefined {
  if (meanings === undefined || !isWhole) return undefined
  let concepts: readonly number[] | undefined
  for (const meaning of meanings) {
    if (meaning.atLineStart && !isLineStart(text, start)) continue
    concepts = concepts ? [...concepts, ...meaning.concepts] : meaning.concepts
  }
  return concepts
}

function endsHere(text: string, end: number): boolean {
  const [last, next] = [text.charCodeAt(end - 1), text.charCodeAt(end)]
  if (Number.isNaN(next) || !isLetter(last)) return true
  if (!isLetter(next)) return next < 0x30 || next > 0x39
  return isFoundAnywhere(last) || isFoundAnywhere(next)
}

/** How much may stand before the first word of a line: marks of comments, quotes, lists. */
const widestMargin = 16

function isLineStart(text: string, start: number): boolean {
  for (let at = start - 1; at >= start - widestMargin; at--) {
    const code = text.charCodeAt(at)
    if (at < 0 || code === 0x0a) return true
    if (isLetter(code) || (code >= 0x30 && code <= 0x39)) return false
  }
  return false
}
