/** Names in a sentence: runs of words with capitals, acronyms, words with capitals inside. */
import { wordsOf } from '../../../words.ts'
import { isMonth } from './dates.ts'
import { areGerman, isFunctionWord } from './function-words.ts'
import { nameStem } from './word-stem.ts'

export type Name = {
  /** As it is written. */
  readonly text: string
  /** Its words, apart where `of`, `de` and the like join them: each part must be known together. */
  readonly parts: readonly (readonly string[])[]
}

type Word = {
  readonly text: string
  readonly start: number
  readonly end: number
  /** Whether it begins a sentence, a cell or a quotation, where every word has a capital. */
  readonly isFirst: boolean
}

const word = /\p{L}[\p{L}\p{M}\p{N}]*(?:['’-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu
const particles = new Set('of the de del della di da du des la le von van der den zu zur am and und &'.split(' '))
const joining = new Set('of the de del della di da du des la le von van der den zu zur'.split(' '))
/** Initials, `Dr.`, `St.` and the like keep a name together behind their dot. */
const isAbbreviated = /^(?:\p{Lu}|Dr|St|Mr|Mrs|Ms|Prof|Sr|Jr|Sir|Capt|Col|Gen|Lt|Rev|Hon)$/u

/** Above this share of words with capitals, a capital says nothing of a single word. */
const capitalShare = 1 / 3

/** Whether single words with a capital are names in this text. Those of German are all its nouns. */
export function marksNames(text: string): boolean {
  const words = text.match(word) ?? []
  const capitals = words.filter((each) => /^\p{Lu}/u.test(each)).length
  return capitals <= words.length * capitalShare && !areGerman(words)
}

export function namesIn(sentence: string, areSingleNames: boolean): readonly Name[] {
  return runsIn(sentence)
    .map((run) => withoutBeginning(run))
    .filter((run) => run.length > 1 || run.some((each) => isNameAlone(each, areSingleNames)))
    .map((run) => nameOf(sentence, run))
    .filter(({ parts }) => parts.length > 0)
}

/** Whether the words of one passage have a part of each name. */
export function isKnownName({ parts }: Name, passages: readonly ReadonlySet<string>[]): boolean {
  return parts.every((part) => passages.some((words) => part.every((each) => words.has(each))))
}

function runsIn(sentence: string): readonly (readonly Word[])[] {
  const runs: Word[][] = []
  let run: Word[] = []
  const close = () => {
    while (joining.has(run.at(-1)?.text ?? '')) run.pop()
    if (run.length > 0) runs.push(run)
    run = []
  }
  for (const each of wordsAt(sentence)) {
    const before = run.at(-1)
    if (before && !isJoined(sentence, before, each)) close()
    if (isCapital(each.text) || (run.length > 0 && joining.has(each.text))) run.push(each)
    else close()
  }
  close()
  return runs
}

function wordsAt(sentence: string): readonly Word[] {
  let behind = 0
  return [...sentence.matchAll(word)].map(({ 0: text, index: start }) => {
    const between = sentence.slice(behind, start)
    const isFirst = behind === 0 || /[.!?:|("“„«‘…–—\n]/.test(between)
    behind = start + text.length
    return { text, start, end: behind, isFirst }
  })
}

/** Only blanks are between them, or the dot of an abbreviation. */
function isJoined(sentence: string, before: Word, { start }: Word): boolean {
  const between = sentence.slice(before.end, start)
  return /^\s+$/.test(between) || (/^\.\s*$/.test(between) && isAbbreviated.test(before.text)) || between === '&'
}

/** An acronym or a word with a capital inside begins with a small letter now and then, such as `eBay`. */
function isCapital(text: string): boolean {
  return /^\p{Lu}/u.test(text) || /^\p{Ll}+\p{Lu}/u.test(text)
}

/** The words that have a capital only because they come first. */
function withoutBeginning(run: readonly Word[]): readonly Word[] {
  const first = run.findIndex(({ text, isFirst }) => !((isFirst && begins(text)) || particles.has(text.toLowerCase())))
  return first < 0 ? [] : run.slice(first)
}

function begins(text: string): boolean {
  return isFunctionWord(text) || /(?:ly|ing|ed)$/.test(text)
}

function isNameAlone({ text, isFirst }: Word, areSingleNames: boolean): boolean {
  if (isMonth(text) || text === 'I') return false
  const isAcronym = /^\p{Lu}{2,}s?$/u.test(text) && !/^[IVXLCDM]+$/.test(text)
  if (isAcronym || /\p{Ll}\p{Lu}/u.test(text)) return true
  return areSingleNames && !isFirst && !isFunctionWord(text) && text.length > 1
}

function nameOf(sentence: string, run: readonly Word[]): Name {
  const parts: string[][] = [[]]
  for (const { text } of run) {
    if (joining.has(text)) parts.push([])
    else if (!isMonth(text) && !isFunctionWord(text)) parts.at(-1)?.push(...nameWords(text))
  }
  const text = sentence.slice(run[0]?.start, run.at(-1)?.end)
  return { text, parts: parts.filter((part) => part.length > 0) }
}

/** Without the `s` of a genitive, initials, and what a number says itself. */
function nameWords(text: string): readonly string[] {
  return wordsOf(text)
    .filter((each) => each.length > 1 && !/\p{N}/u.test(each))
    .map(nameStem)
}
