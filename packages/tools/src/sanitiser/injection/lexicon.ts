/** All words of all languages in one tree, letter by letter: a text is compared with every word at once. */
import { type Concept, concepts, type Words } from './concepts.ts'
import { disguised } from './encodings/disguised-words.ts'
import { foldWord } from './fold.ts'
import { chinese, japanese, korean } from './words/asian.ts'
import { german } from './words/de.ts'
import { english } from './words/en.ts'
import { spanish } from './words/es.ts'
import { french } from './words/fr.ts'
import { italian } from './words/it.ts'
import { dutch } from './words/nl.ts'
import { portuguese } from './words/pt.ts'
import { scandinavian } from './words/scandinavian.ts'
import { czech, polish, russian, ukrainian } from './words/slavic.ts'
import { arabic, hindi, indonesian, turkish, vietnamese } from './words/southern.ts'

const european = [english, german, french, spanish, portuguese, italian, dutch, scandinavian]
const eastern = [russian, ukrainian, polish, czech, chinese, japanese, korean]
const southern = [arabic, hindi, turkish, vietnamese, indonesian]
const languages: readonly Words[] = [...european, ...eastern, ...southern, disguised]

/** What a word means: its concepts by number; none when it only hides shorter words. */
export type Meaning = {
  readonly concepts: readonly number[]
  /** Any word that begins so. */
  readonly isPrefix: boolean
  readonly atLineStart: boolean
}

/** A node is a number; its children are a chain of siblings. Node 0 is the root, and no child of any. */
export type Lexicon = {
  readonly first: ReadonlyMap<number, number>
  readonly letter: Uint16Array
  readonly child: Int32Array
  readonly sibling: Int32Array
  readonly meanings: ReadonlyMap<number, readonly Meaning[]>
  /** For three letters of ASCII, whether any word begins so: most words of a text end the search here. */
  readonly beginnings: Uint8Array
}

/** The letter's number from 1 to 26, or 0 for anything else. */
export function letterNumber(code: number): number {
  const lower = code | 32
  return lower >= 0x61 && lower <= 0x7a ? lower - 0x60 : 0
}

export function conceptNumber(concept: Concept): number {
  return concepts.indexOf(concept)
}

let built: Lexicon | undefined

/** Made when it is first needed. */
export function lexicon(): Lexicon {
  built ??= build()
  return built
}

/** The next node for a letter, or 0. */
export function nodeAfter({ child, sibling, letter }: Lexicon, node: number, code: number): number {
  let next = child[node] ?? 0
  while (next !== 0 && letter[next] !== code) next = sibling[next] ?? 0
  return next
}

function build(): Lexicon {
  const first = new Map<number, number>()
  const letter = [0]
  const child = [0]
  const sibling = [0]
  const meanings = new Map<number, Meaning[]>()
  const beginnings = new Uint8Array(27 * 27 * 27)
  for (const words of languages) {
    for (const [concept, list] of Object.entries(words)) {
      for (const word of list.split(',')) add(word.trim().replace(/\s+/g, ' '), concept)
    }
  }
  const [letters, children, siblings] = [Uint16Array.from(letter), Int32Array.from(child), Int32Array.from(sibling)]
  return { first, letter: letters, child: children, sibling: siblings, meanings, beginnings }

  function add(written: string, concept: string): void {
    const atLineStart = written.startsWith('^')
    const isPrefix = written.endsWith('*')
    const word = foldWord(written.slice(atLineStart ? 1 : 0, isPrefix ? -1 : undefined))
    noteBeginning(beginnings, word)
    let node = 0
    for (let at = 0; at < word.length; at++) node = step(node, word.charCodeAt(at))
    mean(node, isPrefix, atLineStart, concept === 'harmless' ? [] : [conceptNumber(concept as Concept)])
  }

  function step(node: number, code: number): number {
    let next = node === 0 ? (first.get(code) ?? 0) : (child[node] ?? 0)
    while (next !== 0 && letter[next] !== code) next = sibling[next] ?? 0
    if (next !== 0) return next
    letter.push(code)
    child.push(0)
    sibling.push(node === 0 ? 0 : (child[node] ?? 0))
    const made = letter.length - 1
    if (node === 0) first.set(code, made)
    else child[node] = made
    return made
  }

  function mean(node: number, isPrefix: boolean, atLineStart: boolean, numbers: readonly number[]): void {
    const all = meanings.get(node) ?? []
    const rest = all.filter((each) => each.isPrefix !== isPrefix || each.atLineStart !== atLineStart)
    const same = all.find((each) => !rest.includes(each))
    const together = [...new Set([...(same?.concepts ?? []), ...numbers])]
    meanings.set(node, [...rest, { concepts: together, isPrefix, atLineStart }])
  }
}

function noteBeginning(beginnings: Uint8Array, word: string): void {
  const [one = 0, two = 0, three = 0] = [0, 1, 2].map((at) => letterNumber(word.charCodeAt(at)))
  const row = (one * 27 + two) * 27
  // After a short word anything may follow.
  if (word.length < 3) beginnings.fill(1, row, row + 27)
  else beginnings[row + three] = 1
}
