/** All words of all languages in one tree, letter by letter: a text is compared with every word at once. */
import { digit, kindOf, letter } from './characters.ts'
import { type Concept, concepts, type Words } from './concepts.ts'
import { disguised } from './encodings/disguised-words.ts'
import { FirstWords } from './first-words.ts'
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
  readonly atLineStart: boolean
}

/** A node is a number; its children are a chain of siblings. Node 0 is the root, and no child of any. */
export type Lexicon = {
  /** The nodes of first letters: of ASCII, and of all others. */
  readonly firstAscii: Int32Array
  readonly first: ReadonlyMap<number, number>
  readonly letter: Uint16Array
  readonly child: Int32Array
  readonly sibling: Int32Array
  /** Of each node that ends a word. */
  readonly meanings: readonly (readonly Meaning[] | undefined)[]
  readonly firstWords: FirstWords
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
  const tree = new Tree()
  const meanings: (Meaning[] | undefined)[] = []
  const firstWords = new FirstWords()
  for (const words of languages) {
    for (const [concept, list] of Object.entries(words)) {
      for (const word of list.split(',')) add(word.trim().replace(/\s+/g, ' '), concept)
    }
  }
  return { ...tree.frozen(), meanings, firstWords }

  function add(written: string, concept: string): void {
    const atLineStart = written.startsWith('^')
    const word = foldWord(written.slice(atLineStart ? 1 : 0))
    const first = firstRun(word)
    if (first !== '') firstWords.add(first, tree.nodeOf(first), word.slice(first.length))
    const node = tree.nodeOf(word)
    const numbers = concept === 'harmless' ? [] : [conceptNumber(concept as Concept)]
    meanings[node] = withMeaning(meanings[node] ?? [], { concepts: numbers, atLineStart })
  }
}

/** A word may mean several things. */
function withMeaning(all: Meaning[], added: Meaning): Meaning[] {
  const isSame = (each: Meaning) => each.atLineStart === added.atLineStart
  const concepts = [...(all.find(isSame)?.concepts ?? []), ...added.concepts]
  return [...all.filter((each) => !isSame(each)), { ...added, concepts: [...new Set(concepts)] }]
}

/** The first run of letters and digits; none in scripts that set no words apart. */
function firstRun(word: string): string {
  let end = 0
  while (end < word.length && (kindOf(word.charCodeAt(end)) & (letter | digit)) !== 0) end += 1
  return word.slice(0, end)
}

class Tree {
  readonly #first = new Map<number, number>()
  readonly #letter = [0]
  readonly #child = [0]
  readonly #sibling = [0]

  /** The node of a word, made if there is none. */
  nodeOf(word: string): number {
    let node = 0
    for (let at = 0; at < word.length; at++) {
      const code = word.charCodeAt(at)
      node = this.#find(node, code) || this.#make(node, code)
    }
    return node
  }

  frozen(): Pick<Lexicon, 'first' | 'firstAscii' | 'letter' | 'child' | 'sibling'> {
    const firstAscii = Int32Array.from({ length: 0x80 }, (_, code) => this.#first.get(code) ?? 0)
    const [letter, child, sibling] = [
      Uint16Array.from(this.#letter),
      Int32Array.from(this.#child),
      Int32Array.from(this.#sibling),
    ]
    return { first: this.#first, firstAscii, letter, child, sibling }
  }

  #find(node: number, code: number): number {
    if (node === 0) return this.#first.get(code) ?? 0
    let next = this.#child[node] ?? 0
    while (next !== 0 && this.#letter[next] !== code) next = this.#sibling[next] ?? 0
    return next
  }

  #make(node: number, code: number): number {
    const made = this.#letter.push(code) - 1
    this.#child.push(0)
    this.#sibling.push(node === 0 ? 0 : (this.#child[node] ?? 0))
    if (node === 0) this.#first.set(code, made)
    else this.#child[node] = made
    return made
  }
}
