/** A text as rules read it, letter by letter, with the place each letter comes from. */
import { foldCharacter, latinFor } from './fold.ts'

export type View = {
  readonly text: string
  /** Where each letter is in the text it was made of; left out when it is the same place. */
  readonly places?: Int32Array
}

const onlyAscii = /^[\t\n\r\f\x20-\x7e]*$/

/** A word that a printed page broke at the end of a line. */
const brokenWord = /[A-Za-z]-\r?\n[ \t]{0,8}[a-zA-Z]/

export function viewOf(text: string): View {
  return onlyAscii.test(text) && !brokenWord.test(text) ? { text } : folded(text)
}

/** A character folds into three at most. */
const widest = 3

function folded(text: string): View {
  const letters = new Uint16Array(text.length * widest)
  const places = new Int32Array(text.length * widest + 1)
  let length = 0
  for (let at = 0; at < text.length; ) {
    const skipped = brokenAt(text, at)
    if (skipped > 0) {
      at += skipped
      continue
    }
    const code = text.codePointAt(at) ?? 0
    const put = code < 0x80 ? '' : foldCharacter(code)
    if (code < 0x80) {
      places[length] = at
      letters[length++] = code >= 0x41 && code <= 0x5a ? code + 32 : code
    }
    for (let index = 0; index < put.length; index++) {
      places[length] = at
      letters[length++] = put.charCodeAt(index)
    }
    at += code > 0xffff ? 2 : 1
  }
  places[length] = text.length
  unmask(letters, length)
  const view = Buffer.from(letters.buffer, 0, length * 2).toString('utf16le')
  return { text: view, places: places.subarray(0, length + 1) }
}

/** How long the break of a word is that stands here, or 0. */
function brokenAt(text: string, at: number): number {
  if (text.charCodeAt(at) !== 0x2d || !isAsciiLetter(text.charCodeAt(at - 1))) return 0
  let end = at + 1
  if (text.charCodeAt(end) === 0x0d) end += 1
  if (text.charCodeAt(end) !== 0x0a) return 0
  end += 1
  while (end - at < 11 && (text.charCodeAt(end) === 0x20 || text.charCodeAt(end) === 0x09)) end += 1
  return isAsciiLetter(text.charCodeAt(end)) ? end - at : 0
}

function isAsciiLetter(code: number): boolean {
  const lower = code | 32
  return lower >= 0x61 && lower <= 0x7a
}

/** In a word with Latin letters, look-alikes of other alphabets are read as Latin. */
function unmask(letters: Uint16Array, length: number): void {
  let start = 0
  let hasLatin = false
  let hasMask = false
  for (let at = 0; at <= length; at++) {
    const code = at < length ? (letters[at] ?? 0) : 0x20
    if (isAsciiLetter(code)) hasLatin = true
    else if (latinFor(code) !== undefined) hasMask = true
    else if (code < 0x80) {
      if (hasLatin && hasMask) readAsLatin(letters.subarray(start, at))
      start = at + 1
      hasLatin = false
      hasMask = false
    }
  }
}

function readAsLatin(word: Uint16Array): void {
  word.forEach((code, at) => {
    const latin = latinFor(code)
    if (latin !== undefined) word[at] = latin.charCodeAt(0)
  })
}

/** Where a stretch of the view is in the text. */
export function placeOf(
  { places }: View,
  start: number,
  end: number,
): { readonly start: number; readonly end: number } {
  return places ? { start: places[start] ?? 0, end: places[end] ?? 0 } : { start, end }
}
