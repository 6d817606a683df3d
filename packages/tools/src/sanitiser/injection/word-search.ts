/** Which words of the lists begin at a place of a text. */
import { isFoundAnywhere, isLetter } from './letters.ts'
import { type Lexicon, type Meaning, nodeAfter } from './lexicon.ts'

export type FoundWord = { readonly concepts: readonly number[]; readonly end: number }

const space = 0x20

/** All words that begin here, shorter ones first; nothing when the longest of them is harmless. */
export function wordsAt(
  lexicon: Lexicon,
  text: string,
  start: number,
  runTogether: boolean,
): readonly FoundWord[] | undefined {
  let found: FoundWord[] | undefined
  let node = firstNode(lexicon, lower(text.charCodeAt(start)))
  let end = start + 1
  while (node !== 0) {
    const meanings = lexicon.meanings[node]
    const concepts = meanings && (runTogether || endsHere(text, end)) && conceptsOf(meanings, text, start)
    if (concepts) {
      found ??= []
      found.push({ concepts, end })
    }
    node = runTogether
      ? nodeWithoutSpace(lexicon, node, text.charCodeAt(end))
      : nodeAfter(lexicon, node, letterAt(text, end))
    end = isGap(text.charCodeAt(end)) ? afterGap(text, end) : end + 1
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

function letterAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return isGap(code) ? space : lower(code)
}

/** The next node, also past a space that the text leaves out. */
function nodeWithoutSpace(lexicon: Lexicon, node: number, code: number): number {
  const next = nodeAfter(lexicon, node, lower(code))
  return next === 0 ? nodeAfter(lexicon, nodeAfter(lexicon, node, space), lower(code)) : next
}

const widestGap = 16

function afterGap(text: string, from: number): number {
  let at = from
  while (at - from < widestGap && isGap(text.charCodeAt(at))) at += 1
  return at
}

/** What a word means at this place. */
function conceptsOf(meanings: readonly Meaning[], text: string, start: number): readonly number[] | undefined {
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
