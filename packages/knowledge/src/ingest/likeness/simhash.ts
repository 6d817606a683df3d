/** A fingerprint of 64 bits: texts that are nearly alike differ in few of them. */
import { createHash } from 'node:crypto'
import type { Writing } from '@gyre/core/text'
import { Turns } from '../../turns.ts'
import { textWord } from './text-word.ts'

export type Fingerprint = {
  /** 16 hex digits; 64 when it is an exact one. */
  readonly print: string
  /** Code, data and few words can only be equal: then the fingerprint is one of all but the white space. */
  readonly isExact: boolean
  /** Of the numbers in it, in their order: two bills with other sums are two bills, however alike they are. */
  readonly figures: string
}

const fewWords = 40
const bits = 64
const wordsAtOnce = 500
/** A set holds no more than four times as many; of a longer text the beginning decides. */
const mostShingles = 2 ** 22

export async function fingerprintOf(text: string, writing: Writing): Promise<Fingerprint> {
  if (writing === 'rows' || writing === 'code') return exactPrint(text)
  const turns = new Turns()
  const sums = new Int32Array(bits)
  const shingles = new Set<number>()
  let [before, last, count, figures] = [0, 0, 0, 0]
  for (const [found] of text.matchAll(textWord)) {
    const spelled = found.toLowerCase()
    const hash = hashOf(spelled)
    if (/^\p{N}/u.test(spelled)) figures = mix([figures, hash], 0x9e3779b1)
    if (count >= 2) addShingle(sums, shingles, [before, last, hash])
    before = last
    last = hash
    count += 1
    if (count % wordsAtOnce === 0 && turns.isOver) await turns.give()
  }
  if (count < fewWords) return exactPrint(text)
  return { print: hexOf(sums), isExact: false, figures: hexOfHalf(figures) }
}

/** In how many bits two fingerprints differ. */
export function distance(a: string, b: string): number {
  return differing(a.slice(0, 8), b.slice(0, 8)) + differing(a.slice(8), b.slice(8))
}

async function exactPrint(text: string): Promise<Fingerprint> {
  const turns = new Turns()
  const hash = createHash('sha256')
  for (const [found] of text.matchAll(/\S+/g)) {
    hash.update(`${found} `)
    if (turns.isOver) await turns.give()
  }
  return { print: hash.digest('hex'), isExact: true, figures: '' }
}

/** FNV-1a. */
function hashOf(spelled: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < spelled.length; at++) hash = Math.imul(hash ^ spelled.charCodeAt(at), 0x01000193)
  return hash
}

/** Each counts once: what a form repeats would drown what is filled in. */
function addShingle(sums: Int32Array, shingles: Set<number>, words: readonly number[]): void {
  const hash = mix(words, 0x9e3779b1)
  if (shingles.has(hash) || shingles.size >= mostShingles) return
  shingles.add(hash)
  addBits(sums, 0, hash)
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
