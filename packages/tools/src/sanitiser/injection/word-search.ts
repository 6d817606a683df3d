/** Which words of the lists begin at a place of a text. */
import { isFoundAnywhere, isLetter } from './letters.ts'
import { type Lexicon, letterNumber, type Meaning, nodeAfter } from './lexicon.ts'

export type FoundWord = { readonly concepts: readonly number[]; readonly end: number }

const none: readonly FoundWord[] = []
const space = 0x20

/** Whether it is worth a look: nearly all words of a text begin like none of the lists. */
export function mayBegin({ beginnings }: Lexicon, text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code > 0x7f) return true
  const two = letterNumber(text.charCodeAt(at + 1))
  return beginnings[(letterNumber(code) * 27 + two) * 27 + letterNumber(text.charCodeAt(at + 2))] === 1
}

/** All words that begin here, shorter ones first; none when the longest of them is harmless. */
export function wordsAt(lexicon: Lexicon, text: string, at: number, runTogether: boolean): readonly FoundWord[] {
  let found: FoundWord[] | undefined
  let node = lexicon.first.get(lower(text.charCodeAt(at))) ?? 0
  let end = at + 1
  while (node !== 0) {
    const meanings = lexicon.meanings.get(node)
    if (meanings) {
      const concepts = conceptsOf(meanings, text, at, runTogether || endsHere(text, end))
      if (concepts) found = [...(found ?? none), { concepts, end }]
    }
    const code = text.charCodeAt(end)
    const isGap = code === space || code === 0x0a || code === 0x0d || code === 0x09
    let next = nodeAfter(lexicon, node, isGap ? space : lower(code))
    if (next === 0 && runTogether) next = nodeAfter(lexicon, nodeAfter(lexicon, node, space), lower(code))
    node = next
    end = isGap ? afterGap(text, end) : end + 1
  }
  return found?.at(-1)?.concepts.length === 0 ? none : (found ?? none)
}

function lower(code: number): number {
  return code >= 0x41 && code <= 0x5a ? code + 32 : code
}

const widestGap = 16

function afterGap(text: string, from: number): number {
  let at = from
  while (at - from < widestGap && /\s/.test(text.charAt(at))) at += 1
  return at
}

/** What a word means at this place; nothing when it is only the beginning of another. */
function conceptsOf(
  meanings: readonly Meaning[],
  text: string,
  start: number,
  isWhole: boolean,
): readonly number[] | undefined {
  let concepts: readonly number[] | undefined
  for (const meaning of meanings) {
    if (!(meaning.isPrefix || isWhole) || (meaning.atLineStart && !isLineStart(text, start))) continue
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
    if (at < 0 || text.charCodeAt(at) === 0x0a) return true
    if (isLetter(text.charCodeAt(at)) || /\d/.test(text.charAt(at))) return false
  }
  return false
}
