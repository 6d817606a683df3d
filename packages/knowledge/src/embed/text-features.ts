/**
 * What a text is compared by: its words, pairs of words, and runs of three and four letters inside of words.
 *
 * Weights are fixed. How rare a word is in the documents would be the better weight, but it changes with every
 * document: vectors of yesterday could not be compared with those of today. So the weight is made of what is
 * known without them: function words say nothing, long words and those with digits are rarer than short ones.
 */
import { type FeatureTable, mixed } from './feature-table.ts'
import { functionWords } from './function-words.ts'
import { digit, ideograph, LetterKinds, separator, unspacedLetter } from './letter-kinds.ts'
import { hashedOn, hashOf, hashSeed } from './text-hash.ts'

const functionWeight = 0.1
const pairWeight = 0.7
const gramWeight = 0.25
/** A sign alone means less than two of them, which most often are a word. */
const signWeight = 0.5

/** Of a longer word, the first letters are cut into runs: data in letters would drown the words otherwise. */
const longestCut = 24

const wordSeed = hashSeed(1)
const pairSeed = hashSeed(2)
const gramSeed = hashSeed(3)
const signsSeed = hashSeed(4)

const wordStart = 0x5e
const wordEnd = 0x24

export class TextFeatures {
  readonly #table: FeatureTable
  readonly #kinds = new LetterKinds()
  readonly #functionWords = new Set(functionWords().map((word) => hashOf(word, wordSeed)))
  #text = ''
  /** The word before, for pairs; its weight is 0 where there is none. */
  #lastHash = 0
  #lastWeight = 0

  constructor(table: FeatureTable) {
    this.#table = table
  }

  /** Adds the features of a folded text to the table: at most two for each of its characters. */
  read(text: string): void {
    this.#text = text
    this.#lastWeight = 0
    for (let at = 0; at < text.length; ) {
      const kind = this.#kindAt(at)
      const end = kind === separator ? at + 1 : this.#endOf(at, kind)
      if (kind === ideograph) this.#readSigns(at, end)
      else if (kind === unspacedLetter) this.#readUnspaced(at, end)
      else if (kind !== separator) this.#readWord(at, end)
      at = end
    }
  }

  #kindAt(at: number): number {
    const unit = this.#text.charCodeAt(at)
    if (unit < 0xd800 || unit > 0xdfff) return this.#kinds.of(unit)
    // Both halves of a pair are what the pair is.
    const from = unit >= 0xdc00 && at > 0 ? at - 1 : at
    const codePoint = this.#text.codePointAt(from) ?? unit
    return this.#kinds.of(codePoint > 0xffff ? codePoint : unit)
  }

  #endOf(start: number, kind: number): number {
    const isUnspaced = kind >= ideograph
    let end = start + 1
    for (; end < this.#text.length; end++) {
      const next = this.#kindAt(end)
      if (isUnspaced ? next !== kind : next === separator || next >= ideograph) break
    }
    return end
  }

  #readWord(start: number, end: number): void {
    let hash = wordSeed
    let hasDigit = false
    for (let at = start; at < end; at++) {
      hash = hashedOn(hash, this.#text.charCodeAt(at))
      hasDigit ||= this.#kindAt(at) === digit
    }
    const weight = this.#weightOf(hash, end - start, hasDigit)
    this.#table.add(mixed(hash), weight)
    if (this.#lastWeight > 0) {
      const pair = hashedOn(hashedOn(pairSeed, this.#lastHash), hash)
      this.#table.add(mixed(pair), pairWeight * Math.sqrt(this.#lastWeight * weight))
    }
    this.#readGrams(start, end, gramWeight * weight)
    this.#lastHash = hash
    this.#lastWeight = weight
  }

  #weightOf(hash: number, length: number, hasDigit: boolean): number {
    // A single letter is what an apostrophe cut off, or a preposition of a Slavic language.
    if (!hasDigit && (length === 1 || this.#functionWords.has(hash))) return functionWeight
    const byLength = 0.7 + 0.06 * Math.min(length, 12)
    return hasDigit ? 1.3 * byLength : byLength
  }

  #readGrams(start: number, end: number, weight: number): void {
    const last = Math.min(end, start + longestCut)
    for (let at = start - 1; at + 2 <= last; at++) {
      let hash = gramSeed
      for (let unit = at; unit < at + 3; unit++) hash = hashedOn(hash, this.#unit(unit, start, end))
      this.#table.add(mixed(hash), weight)
      if (at + 3 <= last) this.#table.add(mixed(hashedOn(hash, this.#unit(at + 3, start, end))), weight)
    }
  }

  #unit(at: number, start: number, end: number): number {
    if (at < start) return wordStart
    return at >= end ? wordEnd : this.#text.charCodeAt(at)
  }

  #readSigns(start: number, end: number): void {
    let before = 0
    let beforeShare = 0
    for (let at = start; at < end; ) {
      const codePoint = this.#text.codePointAt(at) ?? 0
      const hash = hashedOn(wordSeed, codePoint)
      const share = this.#functionWords.has(hash) ? functionWeight : 1
      this.#table.add(mixed(hash), signWeight * share)
      if (beforeShare > 0) {
        const pair = hashedOn(hashedOn(signsSeed, before), codePoint)
        this.#table.add(mixed(pair), Math.sqrt(beforeShare * share))
      }
      before = codePoint
      beforeShare = share
      at += codePoint > 0xffff ? 2 : 1
    }
    this.#lastWeight = 0
  }

  /** A letter of an alphabet says nothing alone: two and three of them are looked at. */
  #readUnspaced(start: number, end: number): void {
    for (let at = start; at + 1 < end; at++) {
      const two = hashedOn(hashedOn(signsSeed, this.#text.charCodeAt(at)), this.#text.charCodeAt(at + 1))
      this.#table.add(mixed(two), gramWeight)
      if (at + 2 < end) this.#table.add(mixed(hashedOn(two, this.#text.charCodeAt(at + 2))), pairWeight)
    }
    this.#lastWeight = 0
  }
}
