/** A fingerprint of 64 bits: texts that are nearly alike differ in few of them. */
import { sha256Of } from '../sha256.ts'
import { Turns } from '../turns.ts'

export type Fingerprint = {
  /** 16 hex digits. */
  readonly simhash: string
  /** Few words say too little to be nearly alike: then the fingerprint is one of the very words. */
  readonly isShort: boolean
  /** Of the numbers in it, in their order: two bills with other sums are two bills, however alike they are. */
  readonly figures: string
}

const fewWords = 40
const bits = 64
/**
 * Languages that put no blanks between words are taken letter by letter; endless words in parts. Not the words of the
 * index: a document is read in one go here, however long it is, and accents tell two texts apart.
 */
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]|[\p{L}\p{N}]{1,64}/gu
const wordsAtOnce = 500

export async function fingerprintOf(text: string): Promise<Fingerprint> {
  const turns = new Turns()
  const sums = new Int32Array(bits)
  const first: string[] = []
  let [before, last, count, figures] = [0, 0, 0, 0]
  for (const [found] of text.matchAll(word)) {
    const spelled = found.toLowerCase()
    if (count < fewWords) first.push(spelled)
    const hash = hashOf(spelled)
    if (/^\p{N}/u.test(spelled)) figures = mix([figures, hash], 0x9e3779b1)
    if (count >= 2) addShingle(sums, [before, last, hash])
    before = last
    last = hash
    count += 1
    if (count % wordsAtOnce === 0 && turns.isOver) await turns.give()
  }
  const told = { figures: hexOfHalf(figures) }
  if (count < fewWords) return { simhash: sha256Of(first.join(' ') || text).slice(0, bits / 4), isShort: true, ...told }
  return { simhash: hexOf(sums), isShort: false, ...told }
}

/** In how many bits two fingerprints differ. */
export function distance(a: string, b: string): number {
  return differing(a.slice(0, 8), b.slice(0, 8)) + differing(a.slice(8), b.slice(8))
}

/** FNV-1a. */
function hashOf(spelled: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < spelled.length; at++) hash = Math.imul(hash ^ spelled.charCodeAt(at), 0x01000193)
  return hash
}

function addShingle(sums: Int32Array, words: readonly number[]): void {
  addBits(sums, 0, mix(words, 0x9e3779b1))
  addBits(sums, 32, mix(words, 0x7feb352d))
}

/** Every bit of the words reaches every bit of the result. */
function mix(words: readonly number[], seed: number): number {
  let hash = seed
  for (const each of words) {
    hash = Math.imul(hash ^ each, 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
    hash ^= hash >>> 16
  }
  return hash
}

function addBits(sums: Int32Array, from: number, hash: number): void {
  for (let bit = 0; bit < 32; bit++) sums[from + bit] = (sums[from + bit] ?? 0) + ((hash >>> bit) & 1 ? 1 : -1)
}

function hexOf(sums: Int32Array): string {
  const half = (from: number) => {
    let value = 0
    for (let bit = 0; bit < 32; bit++) if ((sums[from + bit] ?? 0) > 0) value |= 1 << bit
    return hexOfHalf(value)
  }
  return half(0) + half(32)
}

function hexOfHalf(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0')
}

function differing(a: string, b: string): number {
  let rest = Number.parseInt(a, 16) ^ Number.parseInt(b, 16)
  let count = 0
  for (; rest !== 0; rest &= rest - 1) count += 1
  return count
}
