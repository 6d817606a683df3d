/** One pass over a text: which words of the lists are in it, and whether it may hold anything encoded. */
import { digit, free, gap, kindOf, letter, sign } from './characters.ts'
import { hashWith } from './first-words.ts'
import { type Hit, hitsOf, mailAddressAt } from './hits.ts'
import { Oddities } from './oddities.ts'
import { endsSentence } from './sentence.ts'
import { type FoundWord, wordsAt, wordsOf } from './word-search.ts'

export type Scan = {
  /** In the order of the text. */
  readonly hits: readonly Hit[]
  /** What in it may be a text in another form. */
  readonly oddities: Oddities
}

/** With `runTogether`, words are found anywhere, and phrases without their spaces. */
export function scan(text: string, runTogether = false): Scan {
  const state = new ScanState(text, runTogether)
  if (runTogether) for (let at = 0; at < text.length; at++) state.search(at)
  else walk(text, state)
  return state
}

function walk(text: string, state: ScanState): void {
  let start = -1
  let hash = 0
  /** The kinds of the characters of the word so far. */
  let kinds = gap
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const kind = kindOf(code)
    if (kind === letter || kind === digit) {
      if (start < 0) start = at
      hash = hashWith(hash, code)
      kinds |= kind
      continue
    }
    if (start >= 0) state.word(start, at, hash, kinds)
    start = -1
    hash = 0
    kinds = gap
    state.other(at, code, kind)
  }
  if (start >= 0) state.word(start, text.length, hash, kinds)
}

/** Words of other lengths, or with digits, are worth a look. */
const [shortest, longest] = [3, 19]
const none: readonly Hit[] = []

class ScanState implements Scan {
  hits: readonly Hit[] = none
  readonly oddities = new Oddities()
  readonly #text: string
  readonly #runTogether: boolean
  #all: Hit[] | undefined
  #sentence = 0

  constructor(text: string, runTogether: boolean) {
    this.#text = text
    this.#runTogether = runTogether
  }

  word(start: number, end: number, hash: number, kinds: number): void {
    this.#found(wordsOf(this.#text, start, end, hash), start)
    const length = end - start
    if (length < shortest || length > longest || kinds !== letter) this.oddities.word(this.#text, start, end)
  }

  /** What is no part of a word. */
  other(at: number, code: number, kind: number): void {
    if (kind === free) this.search(at)
    else if (kind === sign) this.#sign(at, code)
  }

  /** Looks for words that begin at this very letter. */
  search(start: number): void {
    this.#found(wordsAt({ text: this.#text, start, runTogether: this.#runTogether }), start)
  }

  #found(words: readonly FoundWord[] | undefined, start: number): void {
    if (words) this.#add(hitsOf(words, this.#text, start, this.#sentence))
  }

  #sign(at: number, code: number): void {
    const text = this.#text
    if (code === 0x2e) this.search(at)
    else if (code === 0x40) this.#add(mailAddressAt(text, at, this.#sentence))
    else if (code === 0x25 || code === 0x5c || code === 0x26) this.oddities.escape(text, at)
    if (endsSentence(text, at, code)) this.#sentence += 1
  }

  #add(hits: readonly Hit[] | undefined): void {
    if (!hits) return
    this.#all ??= []
    this.#all.push(...hits)
    this.hits = this.#all
  }
}
