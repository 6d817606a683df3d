/** Names in a sentence: runs of words with capitals, acronyms, words with capitals inside. */
import { wordsOf } from '../../../words.ts'
import { isMonth } from './dates.ts'
import { areGerman, functionWordCounts, isFunctionWord } from './function-words.ts'
import { isOrdinaryWord, opensSentence } from './ordinary-words.ts'
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
  /** Whether it begins what stands in parentheses or between dashes: mostly with a small letter. */
  readonly isAside: boolean
}

/** What a capital says in a text. */
export type Capitals = {
  /** Whether single words with one are names. */
  readonly areSingleNames: boolean
  /** Whether a word stands with a small letter in the passages or in the text: then it is no name at a beginning. */
  readonly isSmallElsewhere?: (word: string) => boolean
}

const word = /\p{L}[\p{L}\p{M}\p{N}]*(?:['’-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu
const particles = new Set('of the de del della di da du des la le von van der den zu zur am and und &'.split(' '))
const joining = new Set('of the de del della di da du des la le von van der den zu zur'.split(' '))
/** Initials, `Dr.`, `St.` and the like keep a name together behind their dot. */
const isAbbreviated = /^(?:\p{Lu}|Dr|St|Mr|Mrs|Ms|Prof|Sr|Jr|Sir|Capt|Col|Gen|Lt|Rev|Hon)$/u

/** Above this share of words with capitals, a capital says nothing of a single word. */
const capitalShare = 1 / 3
/** So much of what stands behind a first word tells whether it is a name. */
const longestVerb = 40
/** A name of more words is rare. */
const longestTitle = 3

/** With so many small words of English among them, all words that have capitals are names. */
const englishShare = 1 / 10

/** Whether single words with a capital are names in this text. Those of German are all its nouns. */
export function marksNames(text: string): boolean {
  const words = text.match(word) ?? []
  const capitals = words.filter((each) => /^\p{Lu}/u.test(each)).length
  if (areGerman(words)) return false
  const small = functionWordCounts(words.filter((each) => /^\p{Ll}/u.test(each))).get('en') ?? 0
  return capitals <= words.length * capitalShare || small >= words.length * englishShare
}

export function namesIn(sentence: string, capitals: Capitals): readonly Name[] {
  return runsIn(sentence)
    .map((run) => withoutBeginning(run))
    .filter((run) => run.length > 1 || run.some((each) => isNameAlone(sentence, each, capitals)))
    .map((run) => nameOf(sentence, run))
    .filter(({ parts }) => parts.length > 0)
}

/** In a heading or a label every word may have a capital: only several in a row that are no ordinary words are names. */
export function namesInTitle(
  title: string,
  { areSingleNames, isSmallElsewhere = () => false }: Capitals,
): readonly Name[] {
  const isOrdinary = (each: Word) => isOrdinaryWord(each.text) || isSmallElsewhere(each.text)
  const isTitle = (title.match(word) ?? [])
    .filter((each) => !isFunctionWord(each))
    .every((each) => /^\p{Lu}/u.test(each))
  const runs = runsIn(title).map((run) => withoutBeginning(run))
  // Of a longer title in capitals nothing can be told.
  if (isTitle && (runs.length > 1 || (runs[0]?.length ?? 0) > longestTitle)) return []
  return runs
    .filter((run) => run.filter((each) => !isOrdinary(each)).length > 1)
    .map((run) => nameOf(title, run))
    .filter(({ parts }) => areSingleNames && parts.length > 0)
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
    const isAside = /[(–—]/.test(between)
    const isFirst = behind === 0 || isAside || /[.!?:|"“„«‘…\n]/.test(between)
    behind = start + text.length
    return { text, start, end: behind, isFirst, isAside: isAside && !/[.!?:|\n]/.test(between) }
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
  const first = run.findIndex(
    ({ text, isFirst }) => !((isFirst && opensSentence(text)) || particles.has(text.toLowerCase())),
  )
  return first < 0 ? [] : run.slice(first)
}

/** At a beginning only what stands there as a name does: a person who acts, or who is told of. */
const acts =
  /^(?:\s(?:was|were|is|are|had|has|have|did|does|will|would|could|led|built|wrote|won|made|gave|took|became|began|came|went|left|held|lost|paid|said|sold|sent|set|spent|stood|told|ran|rose|fell|drew|grew|kept|met|brought|bought|broke|chose|fought|lit|sank|spoke|taught|also|never|first|later|then)(?!\p{L})|\s\p{Ll}{2,}ed\s(?:the|an?|his|her|its|their|it|that|this|in|on|at|by|for|to|with|from|between|over|up|out|off|and|\p{Lu}|\p{N})|,\s(?:an?|the|who|whose|born|aged|then)\s)/u

function isNameAlone(sentence: string, each: Word, { areSingleNames, isSmallElsewhere }: Capitals): boolean {
  const { text, isFirst, isAside, end } = each
  if (isMonth(text) || text === 'I') return false
  const isAcronym = /^\p{Lu}{2,}s?$/u.test(text) && !/^[IVXLCDM]+$/.test(text)
  if (isAcronym || /\p{Ll}\p{Lu}/u.test(text)) return true
  if (!areSingleNames || isFunctionWord(text) || text.length < 2) return false
  if (!isFirst) return true
  const isNoName = !isSmallElsewhere || isOrdinaryWord(text) || isSmallElsewhere(text)
  return (
    !isNoName &&
    (isAside || /['’]s$/.test(text) || acts.test(sentence.slice(end, end + longestVerb).replace(/^[*_]{1,3}/, '')))
  )
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
