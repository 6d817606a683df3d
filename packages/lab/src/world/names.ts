/** Names of people nobody has heard of: one for each number of 32 bits, so that nothing can be known by heart. */

const consonants = 'bdfghklmnprstvwz'
const vowels = 'aeio'

/** Each stands for six bits. */
const syllables = [...consonants].flatMap((consonant) => [...vowels].map((vowel) => consonant + vowel))
const bitsOf = new Map(syllables.map((syllable, bits) => [syllable, bits]))
const places = [0, 1, 2, 3, 4, 5]

/** What a name that is none has beyond 32 bits. */
const unknownBits = 4

export function nameOf(number: number): string {
  return written(number, 0)
}

/** A name close to this one that nobody has: of 2²⁰ such names, the one that a share from 0 to 1 picks. */
export function misspelt(name: string, share: number): string {
  const { number } = readName(name) ?? { number: 0 }
  return written((number ^ (1 + Math.floor(share * 2 ** 20))) >>> 0, unknownBits)
}

export type ReadName = {
  readonly number: number
  /** False when nobody has this name; the number is then that of the one it is likest to. */
  readonly isKnown: boolean
}

export function readName(name: string): ReadName | undefined {
  const [first = '', last = '', ...more] = name.toLowerCase().split(' ')
  if (first.length !== 6 || last.length !== 6 || more.length > 0) return undefined
  const digits = places.map((place) => bitsOf.get((first + last).slice(2 * place, 2 * place + 2)))
  if (digits.some((digit) => digit === undefined)) return undefined
  const top = digits[0] ?? 0
  const number = digits.reduce((sum: number, digit = 0, place) => sum * 64 + (place === 0 ? digit & 3 : digit), 0)
  return { number, isKnown: top < unknownBits }
}

/** `Baketo Mirosa`: the two highest bits first, with the mark of a name that is none. */
function written(number: number, mark: number): string {
  const text = places
    .map((place) => Math.floor(number / 64 ** (5 - place)) % 64)
    .map((digit, place) => syllables[place === 0 ? digit + mark : digit] ?? '')
    .join('')
  return `${capital(text.slice(0, 6))} ${capital(text.slice(6))}`
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
