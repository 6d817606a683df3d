/** What a section is to be about, and which passages and sentences have to do with it. */
import { contentWords } from '../lookup/content-words.ts'
import { type EvidencePassage, sourceTitle } from '../reading/evidence-passages.ts'
import { topicIn } from '../reading/research-lines.ts'
import { isAspect } from './aspects.ts'
import { facetOf, usualWords } from './facets.ts'
import { haveAbove, speakOf } from './on-subject.ts'
import type { Unit } from './quotable.ts'
import { saidIn, tellingThings } from './subject.ts'

export type WantedSection = {
  readonly section: string
  readonly task: string
  /** Those of the report, a line each. */
  readonly headings?: string | undefined
}

/** What was found may have nothing to do with the task. */
export function areOnSubject(passages: readonly EvidencePassage[], wanted: WantedSection): boolean {
  const { title } = topicIn(wanted.section)
  const abouts = passages.map(({ about }) => about)
  const texts = passages.map(({ about, text }) => `${about} ${text}`)
  if (isListed(wanted)) return speakOf(texts, wanted.task, [new Set(contentWords(title))])
  return haveAbove(abouts, title, wanted.task) || speakOf(texts, wanted.task)
}

/** Not only in words that fit everything. */
export function speaksOf({ about, text }: EvidencePassage, { section, task }: WantedSection): boolean {
  const wanted = tellingThings(task)
    .reduce((words, things) => words.union(things), new Set(contentWords(section)))
    .difference(usualWords)
  return wanted.size === 0 || !wanted.isDisjointFrom(new Set(contentWords(`${about} ${text}`)))
}

export function isListed({ section, task }: WantedSection): boolean {
  return isAspect(topicIn(section).title, task)
}

/** A heading is the name of something: half of it may name something else. */
const nearShare = 2 / 3

/** Sentences with more of the heading than others of its name have; of a list in the heading, with anything. */
export function nearnessTo(wanted: WantedSection): (unit: Unit) => boolean {
  const { title } = topicIn(wanted.section)
  const all = new Set(contentWords(title))
  const words = facetOf(title) ? all.difference(usualWords) : all
  const least = isListed(wanted) ? 0 : nearShare * words.size
  return ({ passage, sentences }) => {
    const said = new Set(contentWords([passage.about, ...sentences].join(' ')))
    return words.intersection(said).size > least
  }
}

/** A section that is called as a source of another name is there for what that says of the task; it says nothing else. */
export function fromSourceOf(
  passages: readonly EvidencePassage[],
  { section, task }: WantedSection,
): { readonly isFrom: (unit: Unit) => boolean; readonly isTelling: (unit: Unit) => boolean } {
  const { title } = topicIn(section)
  const wanted = tellingThings(task)
  const isCalled = (passage: EvidencePassage) => sourceTitle(passage).toLowerCase() === title.toLowerCase()
  const isOther = passages.some(isCalled) && saidIn(title, wanted) === 0
  return {
    isFrom: ({ passage }) => !isOther || isCalled(passage),
    isTelling: ({ sentences }) => !isOther || saidIn(sentences.join(' '), wanted) > wanted.length / 2,
  }
}
