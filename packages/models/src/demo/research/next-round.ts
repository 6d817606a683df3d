/** The next round of a research: searches for the topics of which least is known, and a topic that showed up by itself. */
import { meaning } from '../lookup/content-words.ts'
import type { Material } from '../reading/material-parts.ts'
import {
  latentLabels,
  type MadeSearch,
  madeSearches,
  type OutlineTopic,
  outlineTopics,
  type TopicCoverage,
  topicCoverages,
} from '../reading/research-lines.ts'
import { listed } from './aspects.ts'
import { sideWords, usualWords } from './facets.ts'
import { newQueries } from './search-queries.ts'
import { headed, shortSubject, subjectOf, tellingWords } from './subject.ts'

/** What a round can bear; the loop cuts off what is more than it wants. */
const mostSearches = 6

/** More for one topic find the same pages again. */
const searchesPerTopic = 3

type Search = { readonly action: 'SEARCH'; readonly query: string; readonly target_outline_topic?: string }
type Addition = { readonly action: 'ADD_TO_OUTLINE'; readonly topic: string; readonly subtopics: readonly string[] }

type Round = {
  readonly critique: string
  readonly thought: string
  readonly plan: readonly (Search | Addition)[]
}

export function nextRound(material: Material): Round {
  const subject = subjectOf(material['task'] ?? '')
  const topics = outlineTopics(material['outline'])
  const coverages = topicCoverages(material['coverage'])
  const made = madeSearches(material['queries'])
  const addition = additionFrom(latentLabels(material['latent']), topics, material['task'] ?? '')
  const asked = made.map(({ query }) => query)
  const forAddition = addition ? [searchFor(addition)] : []
  const targets = neediest(topics, coverages, made)
  const searches = searchesFor(targets, subject, [...asked, ...forAddition.map(({ query }) => query)])
  return {
    critique: critiqueOf(targets, coverages, made, material['trend']),
    thought: thoughtOf(targets, addition),
    plan: [...(addition ? [addition] : []), ...forAddition, ...searches].slice(0, mostSearches + (addition ? 1 : 0)),
  }
}

/** It has no id yet. */
function searchFor({ topic, subtopics }: Addition): Search {
  return { action: 'SEARCH', query: subtopics.join(' '), target_outline_topic: topic }
}

/** Open topics, the least covered first; without numbers, those that were searched for least. */
function neediest(
  topics: readonly OutlineTopic[],
  coverages: readonly TopicCoverage[],
  made: readonly MadeSearch[],
): readonly OutlineTopic[] {
  const byId = new Map(coverages.map((each) => [each.id, each]))
  const open = topics.filter(({ id }) => (byId.get(id)?.status ?? 'open') === 'open')
  const coverageOf = ({ id }: OutlineTopic) => byId.get(id)?.coverage ?? 0
  const searchesOf = ({ id }: OutlineTopic) => made.filter(({ topic }) => topic === id).length
  return (open.length > 0 ? open : topics).toSorted(
    (one, other) => coverageOf(one) - coverageOf(other) || searchesOf(one) - searchesOf(other),
  )
}

/** One for each in turn, then another. Where nothing new is left to ask, the first is asked again. */
function searchesFor(targets: readonly OutlineTopic[], subject: string, asked: readonly string[]): readonly Search[] {
  const known = [...asked]
  const searches: Search[] = []
  for (let turn = 0; turn < searchesPerTopic; turn += 1) {
    for (const topic of targets.slice(0, mostSearches - searches.length)) {
      const query = newQueries(topic, subject, known).next().value
      if (query === undefined) continue
      known.push(query)
      searches.push({ action: 'SEARCH', query, target_outline_topic: topic.id })
    }
  }
  if (searches.length > 0) return searches
  const [first] = targets
  if (first) return [{ action: 'SEARCH', query: first.title, target_outline_topic: first.id }]
  return subject === '' ? [] : [{ action: 'SEARCH', query: subject }]
}

/** The first that showed up and has to do with the task, unless a topic has its words already. */
function additionFrom(
  labels: readonly (readonly string[])[],
  topics: readonly OutlineTopic[],
  task: string,
): Addition | undefined {
  const headings = new Set(topics.map(({ title }) => title))
  const wanted = tellingWords(task)
  const [addition] = labels
    .filter((label) => label.some((word) => wanted.has(meaning(word))))
    .map((label): Addition => ({ action: 'ADD_TO_OUTLINE', topic: headingOf(label, task), subtopics: label }))
    .filter(({ topic }) => !headings.has(topic))
  return addition
}

/** `Lights: lenses and mirrors`: without what the task says already, and what everything has. */
function headingOf(label: readonly string[], task: string): string {
  const known = tellingWords(task).union(usualWords).union(sideWords)
  const own = label.filter((word) => !known.has(meaning(word)))
  const subject = shortSubject(task)
  return own.length > 0 ? `${headed(subject)}: ${listed(own)}` : `More on ${subject}`
}

/** So many are named as the neediest. */
const namedTopics = 2

function critiqueOf(
  targets: readonly OutlineTopic[],
  coverages: readonly TopicCoverage[],
  made: readonly MadeSearch[],
  trend: string | undefined,
): string {
  if (coverages.length === 0) return `Searches so far: ${made.length}. How well each topic is covered is not shown.`
  const lowest = targets.slice(0, namedTopics).map(({ id, title }) => {
    const { coverage = 0, passages = 0 } = coverages.find((each) => each.id === id) ?? {}
    return `${id} (${title}: ${coverage.toFixed(2)} with ${passages} passages)`
  })
  const covered = coverages.filter(({ status }) => status === 'covered').length
  const parts = [
    `Of ${coverages.length} topics ${covered} are covered.`,
    ...(lowest.length > 0 ? [`Least is known of ${listed(lowest)}.`] : []),
    ...(trend === undefined ? [] : [`The gain: ${trend}.`]),
  ]
  return parts.join(' ')
}

function thoughtOf(targets: readonly OutlineTopic[], addition: Addition | undefined): string {
  const first = targets.slice(0, namedTopics).map(({ id }) => id)
  const others =
    first.length === 0
      ? 'There is no topic to search for.'
      : `I search for ${listed(first)} first, in words that were not tried.`
  return addition
    ? `What was found also speaks of ${listed(addition.subtopics)}: that becomes a topic. ${others}`
    : others
}
