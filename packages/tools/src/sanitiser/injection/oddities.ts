/** Signs that a text holds something in another form, so that it is worth to try and decode it. */

/** Names and hashes aside, words are shorter. */
const longWord = 20
const manySingles = 6
const manyPairs = 8
const manyMixed = 2

export class Oddities {
  found = false
  #singles = 0
  #pairs = 0
  #mixed = 0

  /** A run of letters and digits that ends before `end`. */
  word(text: string, end: number, length: number): void {
    if (length >= longWord) this.found = true
    this.#singles = length === 1 ? this.#singles + 1 : 0
    this.#pairs = length === 2 ? this.#pairs + 1 : 0
    if (length > 2 && hasDigit(text, end, length)) this.#mixed += 1
    if (this.#singles >= manySingles || this.#pairs >= manyPairs || this.#mixed >= manyMixed) this.found = true
  }

  /** Anything else: `%20`, `\u0041`, `&#65;`. */
  sign(text: string, at: number, code: number): void {
    if (code !== 0x25 && code !== 0x5c && code !== 0x26) return
    if (/[\dA-Fa-fxu#]/.test(text.charAt(at + 1))) this.found = true
  }
}

/** A digit next to a letter. */
function hasDigit(text: string, end: number, length: number): boolean {
  let digits = 0
  for (let at = end - length; at < end; at++) if (text.charCodeAt(at) < 0x3a) digits += 1
  return digits > 0 && digits < length
}
