/** All words of all languages in one tree, letter by letter: a text is compared with every word at once. */
import { digit, kindOf, letter } from './characters.ts'
import { type Concept, concepts, type Words } from './concepts.ts'
import { disguised } from './encodings/disguised-words.ts'
import { FirstWords } from './first-words.ts'
import { foldWord } from './fold.ts'
import { type WordTree, WordTreeBuilder } from './word-tree.ts'
import { arabic } from './words/ar.ts'
import { czech } from './words/cs.ts'
import { german } from './words/de.ts'
import { english } from './words/en.ts'
import { spanish } from './words/es.ts'
import { french } from './words/fr.ts'
import { hindi } from './words/hi.ts'
import { indonesian } from './words/id.ts'
import { italian } from './words/it.ts'
import { japanese } from './words/ja.ts'
import { korean } from './words/ko.ts'
import { dutch } from './words/nl.ts'
import { polish } from './words/pl.ts'
import { portuguese } from './words/pt.ts'
import { russian } from './words/ru.ts'
import { scandinavian } from './words/scandinavian.ts'
import { turkish } from './words/tr.ts'
import { ukrainian } from './words/uk.ts'
import { vietnamese } from './words/vi.ts'
import { chinese } from './words/zh.ts'

const european = [english, german, french, spanish, portuguese, italian, dutch, scandinavian]
const eastern = [russian, ukrainian, polish, czech, chinese, japanese, korean]
const southern = [arabic, hindi, turkish, vietnamese, indonesian]
const languages: readonly Words[] = [...european, ...eastern, ...southern, disguised]

/** What a word means: its concepts by number; none when it only hides shorter words. */
export type Meaning = {
  readonly concepts: readonly number[]
  readonly atLineStart: boolean
}

export type Lexicon = {
  readonly tree: WordTree
  /** Of each node of the tree that ends a word. */
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

function build(): Lexicon {
  const builder = new WordTreeBuilder()
  const meanings = new Map<number, readonly Meaning[]>()
  const firstWords = new FirstWords()
  for (const words of languages) {
    for (const [concept, list] of Object.entries(words)) {
      for (const word of list.split(',')) add(word.trim().replace(/\s+/g, ' '), concept)
    }
  }
  const tree = builder.tree()
  return { tree, firstWords, meanings: Array.from(tree.letter, (_, node) => meanings.get(node)) }

  function add(written: string, concept: string): void {
    const atLineStart = written.startsWith('^')
    const word = foldWord(written.slice(atLineStart ? 1 : 0))
    const first = firstRun(word)
    if (first !== '') firstWords.add(first, builder.nodeOf(first), word.slice(first.length))
    const node = builder.nodeOf(word)
    const numbers = concept === 'harmless' ? [] : [conceptNumber(concept as Concept)]
    meanings.set(node, withMeaning(meanings.get(node) ?? [], { concepts: numbers, atLineStart }))
  }
}

/** A word may mean several things. */
function withMeaning(all: readonly Meaning[], added: Meaning): readonly Meaning[] {
  const isSame = (each: Meaning) => each.atLineStart === added.atLineStart
  const same = all.find(isSame)
  if (!same) return [...all, added]
  return [
    ...all.filter((each) => !isSame(each)),
    { ...added, concepts: [...new Set([...same.concepts, ...added.concepts])] },
  ]
}

/** The first run of letters and digits; none in scripts that set no words apart. */
function firstRun(word: string): string {
  let end = 0
  while (end < word.length && (kindOf(word.charCodeAt(end)) & (letter | digit)) !== 0) end += 1
  return word.slice(0, end)
}
