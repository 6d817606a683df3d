/** Which words of the lists begin at a place of a text. */
import { mayGoOn } from './first-words.ts'
import { isFoundAnywhere, isLetter } from './letters.ts'
import { lexicon, type Meaning } from './lexicon.ts'
import { firstNode, nodeAfter, type WordTree } from './word-tree.ts'

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
  return search(from, firstNode(lexicon().tree, lower(from.text.charCodeAt(from.start))), from.start + 1)
}

/** From a node on, shorter words first; nothing when the longest of them is harmless. */
function search(from: Search, root: number, firstEnd: number): readonly FoundWord[] | undefined {
  const { tree, meanings } = lexicon()
  const { text, runTogether } = from
  let found: FoundWord[] | undefined
  let end = firstEnd
  for (let node = root; node !== 0; ) {
    const meant = meanings[node]
    if (meant !== undefined) found = withWord(found, meant, from, end)
    const code = text.charCodeAt(end)
    const letter = isGap(code) ? space : lower(code)
    node = runTogether ? nodeWithoutSpace(tree, node, letter) : nodeAfter(tree, node, letter)
    end = isGap(code) ? afterGap(text, end) : end + 1
  }
  return found?.at(-1)?.concepts.length === 0 ? undefined : found
}

/** What a word means at this place is added, unless it is only the beginning of another. */
function withWord(
  found: FoundWord[] | undefined,
  meanings: readonly Meaning[],
  { text, start, runTogether }: Search,
  end: number,
): FoundWord[] | undefined {
  if (!runTogether && !endsHere(text, end)) return found
  let words = found
  for (const { concepts, atLineStart } of meanings) {
    if (atLineStart && !isLineStart(text, start)) continue
    words ??= []
    words.push({ concepts, end })
  }
  return words
}

function lower(code: number): number {
  return code >= 0x41 && code <= 0x5a ? code + 32 : code
}

function isGap(code: number): boolean {
  return code === space || (code >= 0x09 && code <= 0x0d)
}

/** The next node, also past a space that the text leaves out. */
function nodeWithoutSpace(tree: WordTree, node: number, code: number): number {
  const next = nodeAfter(tree, node, code)
  return next === 0 ? nodeAfter(tree, nodeAfter(tree, node, space), code) : next
}

const widestGap = 16

function afterGap(text: string, from: number): number {
  let at = from
  while (at - from < widestGap && isGap(text.charCodeAt(at))) at += 1
  return at
}

function endsHere(text: string, end: number): boolean {
  const last = text.charCodeAt(end - 1)
  if (end >= text.length || !isLetter(last)) return true
  const next = text.charCodeAt(end)
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
