/** Signs that a text holds something in another form, so that it is worth to try and decode it. */

/** Names and hashes aside, words are shorter. */
const longWord = 20
const manySingles = 6
const manyPairs = 8
const manyMixed = 2
/** From one letter to the next when a word is written letter by letter. */
const widestGap = 5

export class Oddities {
  /** It may be base64 or hexadecimal. */
  isPacked = false
  hasEscapes = false
  /** Letter by letter. */
  isSpaced = false
  /** Digits inside words. */
  isLeet = false
  /** How many words of one and of two letters there were in a row, and where the row ended. */
  #singles = 0
  #pairs = 0
  #rowEnd = 0
  #mixed = 0

  /** A run of letters and digits that is short, long or mixed. Ordinary words need not be told. */
  word(text: string, start: number, end: number): void {
    const length = end - start
    if (length >= longWord && text.charCodeAt(start) < 0x80) this.isPacked = true
    if (length > 2) {
      if (!this.isLeet && hasDigitInside(text, start, end)) this.isLeet = ++this.#mixed >= manyMixed
    } else this.#short(length, start, end)
  }

  #short(length: number, start: number, end: number): void {
    const isRow = start - this.#rowEnd <= widestGap
    this.#rowEnd = end
    this.#singles = length === 1 ? (isRow ? this.#singles + 1 : 1) : 0
    this.#pairs = length === 2 ? (isRow ? this.#pairs + 1 : 1) : 0
    if (this.#singles >= manySingles) this.isSpaced = true
    if (this.#pairs >= manyPairs) this.isPacked = true
  }

  /** `%`, a backslash or `&`, which may begin `%20`, `\u0041` or `&#65;`. */
  escape(text: string, at: number): void {
    if (/[\dA-Fa-fxunrt#]/.test(text.charAt(at + 1))) this.hasEscapes = true
  }
}

/** A digit with a letter after it. */
function hasDigitInside(text: string, start: number, end: number): boolean {
  let wasDigit = false
  for (let at = start; at < end; at++) {
    const isDigit = text.charCodeAt(at) < 0x3a
    if (wasDigit && !isDigit) return true
    wasDigit = isDigit
  }
  return false
}
