/** What a character is to whoever cuts a text into words. */

export const separator = 1
/** Part of a word that spaces end. */
const letter = 2
/** The same, and a digit. */
export const digit = 3
/** A character that means something by itself, in a script without spaces; and syllables of Korean, whose words take endings on. */
export const ideograph = 4
/** A letter of a script without spaces. */
export const unspacedLetter = 5

const wordCharacter = /[\p{L}\p{N}\p{M}]/u
const number = /\p{N}/u
const ideographic = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u
const unspaced = /[\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]/u

/** Looks every code point up once: asking regular expressions again and again takes most of the time otherwise. */
export class LetterKinds {
  /** By code point below 65 536; 0 while it is not known. */
  readonly #near = new Uint8Array(0x10000)
  readonly #far = new Map<number, number>()

  of(codePoint: number): number {
    const known = codePoint < 0x10000 ? this.#near[codePoint] : this.#far.get(codePoint)
    if (known !== undefined && known !== 0) return known
    const kind = kindOf(String.fromCodePoint(codePoint))
    if (codePoint < 0x10000) this.#near[codePoint] = kind
    else this.#far.set(codePoint, kind)
    return kind
  }
}

function kindOf(character: string): number {
  if (!wordCharacter.test(character)) return separator
  if (ideographic.test(character)) return ideograph
  if (unspaced.test(character)) return unspacedLetter
  return number.test(character) ? digit : letter
}
