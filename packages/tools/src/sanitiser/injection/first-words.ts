/** The first words of all that is on the lists, as bits: whether a word is one of them takes no search. */

/** More bits, fewer words that are looked at for nothing. */
const size = 1 << 18

export class FirstWords {
  readonly #bits = new Uint32Array(size / 32)

  add(hash: number): void {
    const bit = hash & (size - 1)
    this.#bits[bit >> 5] = (this.#bits[bit >> 5] ?? 0) | (1 << (bit & 31))
  }

  /** False is certain. */
  mayHave(hash: number): boolean {
    const bit = hash & (size - 1)
    return ((this.#bits[bit >> 5] ?? 0) & (1 << (bit & 31))) !== 0
  }
}

/** The hash of a word with one more character, upper case or lower. */
export function hashWith(hash: number, code: number): number {
  return (Math.imul(hash, 31) + (code >= 0x41 && code <= 0x5a ? code + 32 : code)) | 0
}
