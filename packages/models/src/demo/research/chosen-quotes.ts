/** The sentences of passages that have most to do with a section, each with the passages that say it. */
import { contentWords } from '../lookup/content-words.ts'
import { type EvidencePassage, sourceTitle } from '../reading/evidence-passages.ts'
import { topicIn } from '../reading/research-lines.ts'
import { belongsHere } from './belonging.ts'
import { facetOf, usualWords } from './facets.ts'
import { isTold, type Unit, unitsOf } from './quotable.ts'
import { saidIn, tellingThings } from './subject.ts'
import { areOnSubject, fromSourceOf, isListed, nearnessTo, speaksOf, type WantedSection } from './wanted-section.ts'

export type Quote = { readonly text: string; readonly ids: readonly string[] }

const mostSentences = 10

/** So that a section rests on several passages. */
const mostPerPassage = 4

/** The task is that of all sections, and the usual words are those of all tasks. */
const weightOf = { title: 1, subtopics: 0.5, side: 0.5, task: 0.3, usual: 0.4 } as const

/** What a passage is about holds for each of its sentences, though they do not say it. */
const aboutWeight = 0.4

/** What fits so much less than the best is about something else. */
const leastShare = 0.3

/** With so many sentences a section needs no entries of tables, and nothing that somebody says of himself. */
const enoughSentences = 3

/** With fewer of its own a section has what others may have, too. */
const fewestOwn = 2

export function chosenQuotes(passages: readonly EvidencePassage[], wanted: WantedSection): readonly Quote[] {
  const ordered = inOrder(passages, wanted)
  const units = areOnSubject(ordered, wanted) ? ordered.filter((each) => speaksOf(each, wanted)).flatMap(unitsOf) : []
  const rate = ratingFor(units, wanted)
  const isOwn = belongsHere(wanted.headings)
  const isNear = nearnessTo(wanted)
  const { isFrom, isTelling } = fromSourceOf(ordered, wanted)
  const rated = units.map((unit, place) => ({ unit, place, score: rate(unit) })).filter(({ score }) => score > 0)
  const own = preferred(rated, ({ unit }) => isOwn(unit), fewestOwn)
  const near = preferred(own, ({ unit }) => isNear(unit), isListed(wanted) ? 1 : enoughSentences)
  const called = preferred(near, ({ unit }) => isFrom(unit), 1)
  const telling = preferred(called, ({ unit }) => isTelling(unit), 1)
  const told = preferred(telling, ({ unit }) => isTold(unit), enoughSentences)
  const best = Math.max(0, ...told.map(({ score }) => score))
  const fitting = told
    .filter(({ score }) => score >= leastShare * best)
    .toSorted((one, other) => other.score - one.score)
  const chosen = taken(fitting).toSorted((one, other) => one.place - other.place)
  return merged(chosen.map(({ unit }) => unit))
}

/** Only those of a kind, if there are enough of them. */
function preferred<T>(all: readonly T[], isOfKind: (each: T) => boolean, enough: number): readonly T[] {
  const some = all.filter(isOfKind)
  return some.length >= enough ? some : all
}

/** Passages of one source stand together, in the order in which they were cut; first the source that is called as the task is. */
function inOrder(passages: readonly EvidencePassage[], { task }: WantedSection): readonly EvidencePassage[] {
  const wanted = tellingThings(task)
  const fitOf = (title: string) => saidIn(title, wanted)
  return [...Map.groupBy(passages, sourceTitle)]
    .toSorted(([one], [other]) => fitOf(other) - fitOf(one))
    .flatMap(([, group]) => group.toSorted((one, other) => numberOf(one) - numberOf(other)))
}

function numberOf({ id }: EvidencePassage): number {
  return Number(/\d+/.exec(id)?.[0] ?? 0)
}

/** Rare words tell more. */
function ratingFor(units: readonly Unit[], { section, task }: WantedSection): (unit: Unit) => number {
  const { title, subtopics } = topicIn(section)
  const ranks = new Map([
    ...contentWords(task).map((word) => [word, weightOf.task] as const),
    ...[...(facetOf(title)?.words ?? [])].map((word) => [word, weightOf.side] as const),
    ...contentWords(subtopics.join(' ')).map((word) => [word, weightOf.subtopics] as const),
    ...contentWords(title).map((word) => [word, weightOf.title] as const),
  ])
  const said = units.map(({ sentences }) => new Set(contentWords(sentences.join(' '))))
  const rarity = (word: string) => Math.log(1 + units.length / (1 + said.filter((words) => words.has(word)).length))
  const weights = [...ranks].map(([word, rank]) => {
    return { word, weight: rarity(word) * (usualWords.has(word) ? weightOf.usual : rank) }
  })
  return ({ passage, sentences }) => {
    const words = new Set(contentWords(sentences.join(' ')))
    const about = new Set(contentWords(passage.about))
    const share = (word: string) => (words.has(word) ? 1 : about.has(word) ? aboutWeight : 0)
    const sum = weights.reduce((total, { word, weight }) => total + weight * share(word), 0)
    return sum / Math.sqrt(sentences.length)
  }
}

/** The first that fit into the section. */
function taken<T extends { readonly unit: Unit }>(units: readonly T[]): readonly T[] {
  const perPassage = new Map<string, number>()
  const seen = new Set<string>()
  const chosen: T[] = []
  let count = 0
  for (const each of units) {
    const { passage, sentences } = each.unit
    const before = perPassage.get(passage.id) ?? 0
    const added = sentences.filter((sentence) => !seen.has(keyOf(sentence))).length
    if (count + added > mostSentences || before + added > mostPerPassage) continue
    chosen.push(each)
    for (const sentence of sentences) seen.add(keyOf(sentence))
    perPassage.set(passage.id, before + added)
    count += added
  }
  return chosen
}

/** What several passages say is said once, and cites them all. */
function merged(units: readonly Unit[]): readonly Quote[] {
  const quotes = new Map<string, Quote>()
  for (const { passage, sentences } of units) {
    for (const text of sentences) {
      const { ids, ...quote } = quotes.get(keyOf(text)) ?? { text, ids: [] }
      quotes.set(keyOf(text), { ...quote, ids: [...new Set([...ids, passage.id])] })
    }
  }
  return [...quotes.values()]
}

function keyOf(sentence: string): string {
  return sentence
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
