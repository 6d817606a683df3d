/** The quick test: nearly all texts are plain words, none of which is on the lists, and need no closer look. */
import { type Lexicon, lexicon } from './lexicon.ts'
import { wordsAt } from './word-search.ts'

const letter = 1
const gap = 2
/** Signs, digits and letters that ask for a closer look. */
const telling = 0

const kinds = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[a-z]/i.test(character)) return letter
  return /[ \t\r\n,.;:!?()'/*+-]/.test(character) ? gap : telling
})

/** Longer words may be packed text; many short ones may be a word written letter by letter. */
const longest = 19
const shortest = 3
const mostShort = 5

/** False says nothing: the text has to be read. */
export function isOrdinary(text: string): boolean {
  const words = lexicon()
  let start = 0
  let short = 0
  for (let at = 0; at <= text.length; at++) {
    const kind = at === text.length ? gap : kindAt(text, at)
    if (kind === letter) continue
    if (kind === telling) return false
    short = at - start < shortest ? short + (at === start ? 0 : 1) : 0
    if (short > mostShort || at - start > longest || isListed(words, text, start)) return false
    start = at + 1
  }
  return true
}

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code < 0x80 ? (kinds[code] ?? telling) : telling
}

/** Whether a word of the lists begins here, or a word goes on in the next line. */
function isListed(words: Lexicon, text: string, start: number): boolean {
  if (words.beginnings.mayBegin(text, start) && wordsAt(words, text, start, false) !== undefined) return true
  return text.charCodeAt(start - 1) === 0x2d && text.charCodeAt(start) === 0x0a
}
