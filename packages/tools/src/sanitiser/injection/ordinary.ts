/** The quick test: nearly all texts are plain words, none of which is on the lists, and need no closer look. */
import { hashWith } from './first-words.ts'
import { wordsOf } from './word-search.ts'

/** Signs, digits and letters that ask for a closer look. */
const telling = 0
const letter = 1
const gap = 2
/** A word may go on after it. */
const joint = 3

const kinds = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[a-z]/i.test(character)) return letter
  if (character === '-' || character === '.') return joint
  return /[ \t\r\n,;:!?()'/*+]/.test(character) ? gap : telling
})

/** Longer words may be packed text; many short ones in a row may be a word written letter by letter. */
const longest = 19
const shortest = 3
const mostShort = 8

/** False says nothing: the text has to be read. */
export function isOrdinary(text: string): boolean {
  let start = 0
  let hash = 0
  let short = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const kind = code < 0x80 ? kinds[code] : telling
    if (kind === letter) {
      hash = hashWith(hash, code)
      continue
    }
    short = at - start < shortest ? short + 1 : 0
    if (short > mostShort || isTelling(text, start, at, hash) || isOdd(kind, text, at)) return false
    start = at + 1
    hash = 0
  }
  return !isTelling(text, start, text.length, hash)
}

/** Whether a word is on the lists, or too long for one. */
function isTelling(text: string, start: number, end: number, hash: number): boolean {
  return end - start > longest || wordsOf(text, start, end, hash) !== undefined
}

/** A telling sign; a word that goes on in the next line; a name such as `.env`. */
function isOdd(kind: number | undefined, text: string, at: number): boolean {
  if (kind !== joint || at + 1 === text.length) return kind === telling
  const next = text.charCodeAt(at + 1)
  return text.charCodeAt(at) === 0x2d ? next < 0x20 : next < 0x80 && kinds[next] === letter
}
