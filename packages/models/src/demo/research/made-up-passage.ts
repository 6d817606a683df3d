/** A passage as one on a topic might be: words to compare documents with, and nothing that anybody could take for true. */
import { topicIn } from '../reading/research-lines.ts'
import { cutAtWord } from './asked-for.ts'
import { facetsIn } from './facets.ts'
import { isForeign, subjectOf } from './subject.ts'

/** More sides would drown what the topic is. */
const mostSides = 2

/** So much of a topic is named: a passage is short. */
const longestName = 400

export function madeUpPassage(question: string, about: string): string {
  const { title, subtopics } = topicIn(question)
  const subject = subjectOf(about)
  const named = cutAtWord([title, ...subtopics].join(', '), longestName)
  if (isForeign(`${question} ${about}`)) return `${named}. ${subject}.`
  const typical = facetsIn(question)
    .slice(0, mostSides)
    .map((facet) => facet.typical)
  return [
    `This passage is made up. It is about ${named}, and about ${subject}.`,
    ...typical,
    `So much on ${title}.`,
  ].join(' ')
}
