/** The first words of all that is on the lists: most words of a text are none of them, and a few bits tell so. */

export type FirstWord = {
  readonly word: string /** Where the tree of words goes on after it. */
  readonly node: number
}

/** More bits, fewer words that are looked up for nothing. */
const size = 1 << 16

export class FirstWords {
  readonly #bits = new Uint32Array(size / 32)
  readonly #words = new Map<number, FirstWord>()

  /** The first word of a phrase, which goes on with `rest`. */
  add(word: string, node: number, rest: string): void {
    const hash = hashOf(word)
    const known = this.#words.get(hash)
    if (known && known.word !== word) throw new Error(`\`${word}\` and \`${known.word}\` have one hash.`)
    const first = known ?? { word, node, isOpen: false, seconds: 0 }
    if (/^ [a-z]/.test(rest)) first.seconds |= 1 << (rest.charCodeAt(1) & 31)
    else first.isOpen = true
    this.#words.set(hash, first)
    const bit = hash & (size - 1)
    this.#bits[bit >> 5] = (this.#bits[bit >> 5] ?? 0) | (1 << (bit & 31))
  }

  /** The one word of this hash; another text may have it, too. */
  get(hash: number): FirstWord | undefined {
    const bit = hash & (size - 1)
    return ((this.#bits[bit >> 5] ?? 0) & (1 << (bit & 31))) === 0 ? undefined : this.#words.get(hash)
  }
}

/** Whether a phrase may go on as the text does after `end`. */
export function mayGoOn({ isOpen, seconds }: FirstWord, text: string, end: number): boolean {
  if (isOpen || end + 1 >= text.length) return isOpen
  const code = text.charCodeAt(end + 1)
  const isLetter = (code | 32) >= 0x61 && (code | 32) <= 0x7a
  return !isLetter || (seconds & (1 << (code & 31))) !== 0
}

/** The hash of a word with one more character, upper case or lower. */
export function hashWith(hash: number, code: number): number {
  return (Math.imul(hash, 31) + (code >= 0x41 && code <= 0x5a ? code + 32 : code)) | 0
}

function hashOf(word: string): number {
  let hash = 0
  for (let at = 0; at < word.length; at++) hash = hashWith(hash, word.charCodeAt(at))
  return hash
}
