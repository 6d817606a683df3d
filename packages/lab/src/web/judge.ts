/** What a report on a synthetic web is worth: the web knows what is true, and every page is as it was served. */
import type { ResearchDetails } from '@gyre/core'
import { sentencesOf } from '../rules/research/sentences.ts'
import { type Invention, inventionFinder } from './inventions.ts'
import { takenPassages } from './taken-passages.ts'
import { tells, type WebFact } from './web-facts.ts'
import type { WebWorld } from './web-world.ts'

/** Shares of the facts of a web that somebody tells of. */
export type Told = {
  /** Of the topics that the task names. */
  readonly asked: number
  /** Of the topic that it does not name; 0 where there is none. */
  readonly hidden: number
  /** Of both. */
  readonly all: number
  /** How many things that are not so. */
  readonly lies: number
}

/** What was found, what is told, and what of it was made up. */
export type WebVerdict = {
  /** By the passages that were taken. */
  readonly evidence: Told
  /** By the report. */
  readonly report: Told
  /** Citations that name no source, or stand for a passage that is on no such page. */
  readonly invalidCitations: readonly string[]
  /** What was made up and stands in the report without a mark. */
  readonly unmarked: readonly Invention[]
  /** What was made up and is marked. */
  readonly marked: readonly Invention[]
  /** Sentences that are marked, and say what their passages say. */
  readonly falseMarks: readonly string[]
}

/** What a report on a synthetic web is worth. */
export function judgeResearch(world: WebWorld, details: ResearchDetails): WebVerdict {
  const chunks = new Map(takenPassages(details).map(({ id, text }) => [id, text]))
  const sentences = details.sections.flatMap(({ text }) => markedSentences(text))
  const madeUpIn = inventionFinder(sourceTexts(details, chunks))
  const judged = sentences.map(({ text, isMarked }) => ({ text, isMarked, made: madeUpIn(text) }))
  return {
    evidence: toldBy([...chunks.values()], world),
    report: toldBy(
      judged.filter(({ isMarked }) => !isMarked).map(({ text }) => text),
      world,
    ),
    invalidCitations: [...unknownNumbers(sentences, details), ...misplacedPassages(world, details, chunks)],
    unmarked: judged.flatMap(({ isMarked, made }) => (isMarked ? [] : made)),
    marked: judged.flatMap(({ isMarked, made }) => (isMarked ? made : [])),
    falseMarks: judged.filter(({ isMarked, made }) => isMarked && made.length === 0).map(({ text }) => text),
  }
}

function toldBy(texts: readonly string[], { facts, lies, hidden }: WebWorld): Told {
  const isTold = (fact: WebFact) => texts.some((text) => tells(text, fact))
  const shareOf = (some: readonly WebFact[]) => (some.length === 0 ? 0 : some.filter(isTold).length / some.length)
  return {
    asked: shareOf(facts.filter(({ topic }) => topic !== hidden)),
    hidden: shareOf(facts.filter(({ topic }) => topic === hidden)),
    all: shareOf(facts),
    lies: lies.filter(isTold).length,
  }
}

/** All that is cited of a source, by its number. */
function sourceTexts({ citations }: ResearchDetails, chunks: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const { number, chunk } of citations) {
    texts.set(`${number}`, `${texts.get(`${number}`) ?? ''}\n\n${chunks.get(chunk) ?? ''}`)
  }
  return texts
}

type MarkedSentence = { readonly text: string; readonly isMarked: boolean }

const sign = '‡'

/** The mark stands behind the end of a sentence: it is taken into it. */
function markedSentences(text: string): readonly MarkedSentence[] {
  const signed = text.replace(/([.!?])\s*\*\((?:unsupported|no source|wording not found)[^)]*\)\*/g, `${sign}$1`)
  return sentencesOf(signed).map((sentence) => ({
    text: sentence.replace(sign, ''),
    isMarked: sentence.includes(sign),
  }))
}

/** Every number in brackets has to be that of a source, and the citation of a sentence of that source. */
function unknownNumbers(sentences: readonly MarkedSentence[], { sources }: ResearchDetails): readonly string[] {
  const known = new Set(sources.map(({ number }) => `${number}`))
  return sentences.flatMap(({ text }) => {
    const numbers = [...text.matchAll(/\[([^\]]*)\]/g)].map(([, inside = '']) => inside)
    return numbers.filter((number) => !known.has(number)).map((number) => `[${number}]: ${text}`)
  })
}

/** A passage that is cited has to stand on its page, letter by letter. */
function misplacedPassages(
  world: WebWorld,
  { citations, sources }: ResearchDetails,
  chunks: ReadonlyMap<string, string>,
): readonly string[] {
  const urls = new Map(sources.map(({ id, url }) => [id, url]))
  return citations.flatMap(({ source, chunk }) => {
    const page = world.pageAt(urls.get(source) ?? '')
    const served = page && lettersOf([page.title, ...page.paragraphs].join(' '))
    return served?.includes(lettersOf(chunks.get(chunk) ?? '?')) ? [] : [`${chunk} is not on ${urls.get(source)}`]
  })
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}
