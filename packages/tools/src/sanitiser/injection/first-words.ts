/** The first words of all that is on the lists: most words of a text are none of them. */

export type FirstWord = {
  readonly word: string
  /** Where the tree of words goes on after it. */
  readonly node: number
  /** It is on the lists by itself, or something other than a space may follow. */
  isOpen: boolean
  /** The letters with which the second word may begin, as bits. */
  seconds: number
}

/** Places for four times as many words as there are. */
const size = 1 << 14

/** A table by hash: this is asked for each word of each text. */
export class FirstWords {
  readonly #hashes = new Int32Array(size)
  readonly #words: (FirstWord | undefined)[] = new Array(size).fill(undefined)

  /** The first word of a phrase, which goes on with `rest`. */
  add(word: string, node: number, rest: string): void {
    const hash = hashOf(word)
    const place = this.#placeOf(hash)
    const first = this.#words[place] ?? { word, node, isOpen: false, seconds: 0 }
    if (first.word !== word) throw new Error(`\`${word}\` and \`${first.word}\` have one hash.`)
    if (/^ [a-z]/.test(rest)) first.seconds |= 1 << (rest.charCodeAt(1) & 31)
    else first.isOpen = true
    this.#hashes[place] = hash
    this.#words[place] = first
  }

  /** The one word of this hash; a word of the text may have it by chance. */
  get(hash: number): FirstWord | undefined {
    return this.#words[this.#placeOf(hash)]
  }

  /** Where it is, or where it would be: the first free place. */
  #placeOf(hash: number): number {
    let place = hash & (size - 1)
    while (this.#hashes[place] !== hash && this.#words[place] !== undefined) place = (place + 1) & (size - 1)
    return place
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
  return (Math.imul(hash, 31) + (code | 32)) | 0
}

function hashOf(word: string): number {
  let hash = 0
  for (let at = 0; at < word.length; at++) hash = hashWith(hash, word.charCodeAt(at))
  return hash
}
