/** A text as rules read it, letter by letter, with the place each letter comes from. */
import { foldCharacter } from './fold.ts'
import { unmask } from './look-alikes.ts'

export type View = {
  readonly text: string
  /** Where each letter is in the text it was made of, and one more for the end; left out when it is the same place. */
  readonly places?: Int32Array
}

const notAscii = /[^\t\n\v\f\r\x20-\x7e]/
/** A word that a printed page broke at the end of a line. */
const brokenWord = /[A-Za-z]-\r?\n[ \t]{0,8}[A-Za-z]/

export function viewOf(text: string): View {
  return notAscii.test(text) || brokenWord.test(text) ? folded(text) : { text }
}

/** Where a stretch of the view is in the text. */
export function placeOf(
  { places }: View,
  start: number,
  end: number,
): { readonly start: number; readonly end: number } {
  return places ? { start: places[start] ?? 0, end: places[end] ?? 0 } : { start, end }
}

function folded(text: string): View {
  const writer = new ViewWriter(text.length)
  for (let at = 0; at < text.length; ) at += write(text, at, writer)
  return writer.view(text.length)
}

/** A character folds into three at most. */
const widest = 3

class ViewWriter {
  readonly #letters: Uint16Array
  readonly #places: Int32Array
  #length = 0

  constructor(size: number) {
    this.#letters = new Uint16Array(size * widest)
    this.#places = new Int32Array(size * widest + 1)
  }

  put(letter: number, place: number): void {
    this.#letters[this.#length] = letter
    this.#places[this.#length] = place
    this.#length += 1
  }

  view(end: number): View {
    this.#places[this.#length] = end
    const letters = this.#letters.subarray(0, this.#length)
    unmask(letters)
    const text = Buffer.from(letters.buffer, 0, letters.byteLength).toString('utf16le')
    return { text, places: this.#places.subarray(0, this.#length + 1) }
  }
}

/** Writes the character at a place; how long it is. */
function write(text: string, at: number, writer: ViewWriter): number {
  const code = text.charCodeAt(at)
  if (code === 0x2d) {
    const broken = breakAt(text, at)
    if (broken > 0) return broken
  }
  if (code < 0x80) {
    writer.put(code >= 0x41 && code <= 0x5a ? code + 32 : code, at)
    return 1
  }
  const single = singles[code] ?? unknown
  if (single > several) {
    writer.put(single, at)
    return 1
  }
  return writeFolded(text, at, writer)
}

/** What single characters fold into, as far as they have come up; and those that fold into none or several. */
const singles = new Uint16Array(0x10000)
const unknown = 0
const several = 1

function writeFolded(text: string, at: number, writer: ViewWriter): number {
  const code = text.codePointAt(at) ?? 0
  const letters = foldCharacter(code)
  if (code <= 0xffff && singles[code] === unknown)
    singles[code] = letters.length === 1 ? letters.charCodeAt(0) : several
  for (let index = 0; index < letters.length; index++) writer.put(letters.charCodeAt(index), at)
  return code > 0xffff ? 2 : 1
}

const wordBreak = /-\r?\n[ \t]{0,8}(?=[A-Za-z])/y

/** How long the break of a word is that stands here, or 0. */
function breakAt(text: string, at: number): number {
  wordBreak.lastIndex = at
  return /[A-Za-z]/.test(text.charAt(at - 1)) ? (wordBreak.exec(text)?.[0].length ?? 0) : 0
}
