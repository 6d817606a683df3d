/** One pass over a text: which words of the lists are in it, and whether it may hold anything encoded. */
import { type Hit, hitsAt, mailAddressAt } from './hits.ts'
import { isFoundAnywhere, isLetter } from './letters.ts'
import { type Lexicon, lexicon } from './lexicon.ts'
import { Oddities } from './oddities.ts'
import { endsSentence } from './sentence.ts'

export type Scan = {
  /** In the order of the text. */
  readonly hits: readonly Hit[]
  /** What in it may be a text in another form. */
  readonly oddities: Oddities
}

/** Kinds of characters. Those of words are above the others. */
const gap = 0
/** A sign that means something; the others only set words apart. */
const sign = 1
const letter = 2
const digit = 4
/** A letter at which a word may begin, whatever stands before it. */
const free = 8

const asciiKinds = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[a-z]/i.test(character)) return letter
  if (/\d/.test(character)) return digit
  return /[.!?\n@%\\&]/.test(character) ? sign : gap
})

function otherKind(code: number): number {
  if (!isLetter(code)) return sign
  return isFoundAnywhere(code) ? free : letter
}

/** Words of other lengths, or with digits, are worth a look. */
const [shortest, longest] = [3, 19]

/** With `runTogether`, words are found anywhere, and phrases without their spaces. */
export function scan(text: string, runTogether = false): Scan {
  const state = new ScanState(text, runTogether)
  let start = -1
  /** The kinds of the characters of the word so far. */
  let kinds = gap
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const kind = code < 0x80 ? (asciiKinds[code] ?? gap) : otherKind(code)
    if (kind >= letter) {
      if (start < 0) start = at
      if (start === at || runTogether || ((kind | kinds) & free) !== 0) state.begin(at)
      kinds |= kind
      continue
    }
    if (start >= 0) state.end(start, at, kinds)
    start = -1
    kinds = gap
    if (kind === sign) state.sign(at, code)
  }
  if (start >= 0) state.end(start, text.length, kinds)
  return state
}

const none: readonly Hit[] = []

class ScanState implements Scan {
  hits: readonly Hit[] = none
  readonly oddities = new Oddities()
  readonly #text: string
  readonly #runTogether: boolean
  readonly #words: Lexicon = lexicon()
  #found: Hit[] | undefined
  #sentence = 0

  constructor(text: string, runTogether: boolean) {
    this.#text = text
    this.#runTogether = runTogether
  }

  begin(at: number): void {
    if (this.#runTogether || this.#words.beginnings.mayBegin(this.#text, at)) this.#search(at)
  }

  end(start: number, end: number, kinds: number): void {
    const length = end - start
    if (length < shortest || length > longest || kinds > letter) this.oddities.word(this.#text, start, end)
  }

  sign(at: number, code: number): void {
    const text = this.#text
    if (code === 0x2e) this.begin(at)
    else if (code === 0x40) this.#add(mailAddressAt(text, at, this.#sentence))
    else if (code === 0x25 || code === 0x5c || code === 0x26) this.oddities.escape(text, at)
    if (endsSentence(text, at, code)) this.#sentence += 1
  }

  #search(at: number): void {
    this.#add(hitsAt(this.#words, { text: this.#text, at, sentence: this.#sentence, runTogether: this.#runTogether }))
  }

  #add(hits: readonly Hit[] | undefined): void {
    if (!hits) return
    this.#found ??= []
    this.#found.push(...hits)
    this.hits = this.#found
  }
}
