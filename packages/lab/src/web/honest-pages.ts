/** The pages that say what is so: several of each topic, each on a host of its own. */
import { share } from '../world/hash.ts'
import type { TopicPart, TopicText } from './topics/topic-text.ts'
import type { WebFact } from './web-facts.ts'
import type { WebPage } from './web-page.ts'

export type PageSources = {
  readonly subject: string
  readonly topics: readonly TopicText[]
  /** The topic that no outline names; its pages speak of the others in passing. */
  readonly hidden: TopicText | undefined
  readonly facts: readonly WebFact[]
  readonly seed: number
}

export const hosts = [
  ...['tides', 'skerry', 'islandpost', 'northlight', 'quayside', 'gazette'],
  ...['annals', 'fieldnotes', 'almanac', 'chronicle', 'parish', 'strand'],
].map((name) => `${name}.example`)

/** It has no divisor in common with the number of hosts: the pages of a topic are on different ones. */
const hostStep = 5

export function honestPages(sources: PageSources): readonly WebPage[] {
  const { topics, seed } = sources
  const first = Math.floor(share('host', seed) * hosts.length)
  return topics.flatMap((topic, at) =>
    textsOf(topic, sources).map(({ title, paragraphs }, index) => ({
      host: hosts[(first + at + index * hostStep) % hosts.length] ?? '',
      path: `/${slug(title)}`,
      title,
      kind: 'honest' as const,
      topic: topic.title,
      paragraphs,
    })),
  )
}

type PageText = { readonly title: string; readonly paragraphs: readonly string[] }

/** Two pages on each part, and one on all of them. A part has three facts; the last of them is on one page alone. */
function textsOf(topic: TopicText, sources: PageSources): readonly PageText[] {
  const facts = sources.facts.filter((fact) => fact.topic === topic.title)
  const ofPart = (part: number) => facts.filter((fact) => fact.part === part)
  const focused = topic.parts.flatMap((_, part) =>
    [0, 1].map((half) => ({ part, half, told: ofPart(part).slice(half, half + 2) })),
  )
  const overview = topic.parts.flatMap((_, part) => ofPart(part).slice(0, 1))
  return [
    ...focused.map(({ part, half, told }, index) => focusedText(topic, { part, half, told, index }, sources)),
    overviewText(topic, overview, sources),
  ]
}

type Focus = {
  readonly part: number
  readonly half: number
  readonly told: readonly WebFact[]
  readonly index: number
}

function focusedText(topic: TopicText, { part, half, told, index }: Focus, sources: PageSources): PageText {
  const { subject, seed } = sources
  const { title, parts } = topic
  const heading = parts[part]?.heading ?? ''
  const key = `${title} ${part} ${half}`
  const own = shuffled(parts[part]?.fillers ?? [], key, seed)
  const others = shuffled(
    parts.flatMap(({ fillers }, at) => (at === part ? [] : fillers)),
    key,
    seed,
  )
  const opening = half === 0 ? `An account of ${heading} on ${subject}.` : `Notes on ${heading}, from ${subject}.`
  const [first, second] = told.map(({ sentence }) => sentence)
  const paragraphs = [
    [opening, own[0], first, own[1]],
    [own[2], second, others[0]],
    [others[1], ...passingMention(topic, index, sources), others[2]],
  ]
  return { title: `${title}: ${heading}, ${half === 0 ? 'an account' : 'notes'}`, paragraphs: paragraphs.map(prose) }
}

function overviewText(topic: TopicText, told: readonly WebFact[], sources: PageSources): PageText {
  const { subject, seed } = sources
  const { title, parts } = topic
  const fillers = parts.map((part) => shuffled(part.fillers, `${title} overview`, seed))
  const paragraphs = told.map(({ sentence }, part) => [fillers[part]?.[0], sentence, fillers[part]?.[1]])
  const opening = [`${title} of ${subject} at a glance.`, ...passingMention(topic, 2 * parts.length, sources)]
  return { title: `${title} of ${subject}`, paragraphs: [opening, ...paragraphs].map(prose) }
}

/** A word of another topic, by which a search for that one may come upon the hidden one. */
function passingMention(topic: TopicText, index: number, { topics, hidden }: PageSources): readonly string[] {
  if (topic !== hidden) return []
  const others = topics.filter((each) => each !== hidden)
  const { parts } = others[index % others.length] as TopicText
  const { heading } = parts[index % parts.length] as TopicPart
  // `crossings` of `crossings and timetables`.
  return [`Whoever writes about ${/^\w+/.exec(heading)?.[0]} leaves it out.`]
}

function shuffled(sentences: readonly string[], key: string, seed: number): readonly string[] {
  return sentences.toSorted((one, other) => share(`${key} ${one}`, seed) - share(`${key} ${other}`, seed))
}

function prose(sentences: readonly (string | undefined)[]): string {
  return sentences.filter((sentence) => sentence !== undefined).join(' ')
}

export function slug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/^-|-$/g, '')
}
