/** How words of the lists begin: nearly all words of a text begin like none of them, and need no search. */

const letters = 27
/** How many letters are compared. */
const size = 4

/** The letter's number from 1 to 26, or 0 for anything else. */
const numbers = Uint8Array.from({ length: 0x80 }, (_, code) =>
  /[a-z]/i.test(String.fromCharCode(code)) ? code & 31 : 0,
)

function letterNumber(text: string, at: number): number {
  if (at >= text.length) return 0
  const code = text.charCodeAt(at)
  return code < 0x80 ? (numbers[code] ?? 0) : 0
}

export class Beginnings {
  /** A bit for each four letters. */
  readonly #bits = new Uint32Array(Math.ceil(letters ** size / 32))
  /** First letters that are not ASCII. */
  readonly #others = new Set<number>()

  add(word: string, isPrefix: boolean): void {
    const first = word.charCodeAt(0)
    if (first > 0x7f) this.#others.add(first)
    else this.#note(0, 0, isPrefix ? word : `${word} `)
  }

  /** False means that no word begins here. */
  mayBegin(text: string, at: number): boolean {
    const code = text.charCodeAt(at)
    if (code > 0x7f) return this.#others.has(code)
    let key = letterNumber(text, at)
    key = key * letters + letterNumber(text, at + 1)
    key = key * letters + letterNumber(text, at + 2)
    key = key * letters + letterNumber(text, at + 3)
    return ((this.#bits[key >> 5] ?? 0) & (1 << (key & 31))) !== 0
  }

  /** All that a text may show for a word: after its end anything, and a space may be several. */
  #note(key: number, depth: number, word: string): void {
    if (depth === size) {
      this.#bits[key >> 5] = (this.#bits[key >> 5] ?? 0) | (1 << (key & 31))
      return
    }
    if (depth < word.length) this.#note(key * letters + letterNumber(word, depth), depth + 1, word)
    const isAfterSpace = depth > 0 && word.charCodeAt(depth - 1) === 0x20
    if (isAfterSpace) this.#note(key * letters, depth + 1, '')
    for (let other = 0; depth >= word.length && other < letters; other++)
      this.#note(key * letters + other, depth + 1, '')
  }
}
