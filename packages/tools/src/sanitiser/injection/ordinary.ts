/** The quick test: nearly all texts are plain words, none of which is on the lists, and need no closer look. */
import { hashWith } from './first-words.ts'
import { lexicon } from './lexicon.ts'
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
  const { firstWords } = lexicon()
  let start = 0
  let hash = 0
  let short = 0
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 0x20
    const kind = code < 0x80 ? kinds[code] : telling
    if (kind === letter) {
      hash = hashWith(hash, code)
      continue
    }
    if (kind === telling || at - start > longest || isJoined(text, at, code)) return false
    if (at > start) {
      if (firstWords.mayHave(hash) && wordsAt(lexicon(), text, start, false)) return false
      short = at - start < shortest ? short + 1 : 0
      if (short > mostShort) return false
    }
    start = at + 1
    hash = 0
  }
  return true
}

/** A word that goes on in the next line, and a name such as `.env`. */
function isJoined(text: string, at: number, code: number): boolean {
  if (code === 0x0a) return text.charCodeAt(at - 1) === 0x2d
  return code === 0x2e && at + 1 < text.length && kinds[text.charCodeAt(at + 1)] === letter
}
