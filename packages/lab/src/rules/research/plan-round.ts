/** The plan of a round: what showed up by itself is taken up, then topics are searched for, the poorest first. */
import type { Json } from '@gyre/core'
import type { Reading } from '@gyre/models/demo'
import type { Play } from '../play.ts'
import { hasProperties } from '../seen.ts'
import { topicOf } from './common-knowledge.ts'

export const planRound: Play = {
  name: 'plan-round',
  decide(reading) {
    if (!hasProperties(reading, 'critique', 'thought', 'plan')) return undefined
    const outline = outlineIn(reading)
    const added = latentIn(reading).filter(({ title }) => outline.every((topic) => topic.title !== title))
    const open = [...added, ...poorestFirst(outline)]
    const additions = added.map(({ title, subtopics }) => ({ action: 'ADD_TO_OUTLINE', topic: title, subtopics }))
    const critique = `${open.length} of ${outline.length + added.length} topics lack something.`
    const plan: Json = [...additions, ...searchesFor(open, askedIn(reading))]
    return { kind: 'value', thought: '', value: { critique, thought: 'I look where most is missing.', plan } }
  },
}

/** More than a round has: the rest is left out. */
const mostSearches = 12

type KnownTopic = {
  /** Of the outline; what is new is named by its title. */
  readonly target: string
  readonly title: string
  readonly subtopics: readonly string[]
  readonly coverage: number
}

/** Only those that are still worth searching for, where the progress is shown. */
function outlineIn({ material }: Reading): readonly KnownTopic[] {
  const coverage = new Map(
    [...(material['coverage'] ?? '').matchAll(/^(t\d+): (\d\.\d+),.*, (\w+)$/gm)].map(
      ([, id = '', share = '', status = '']) => [id, status === 'open' ? Number(share) : 1] as const,
    ),
  )
  return [...(material['outline'] ?? '').matchAll(/^(t\d+)\. ([^:\n]+)(?:: (.*))?$/gm)].map(
    ([, target = '', title = '', subtopics = '']) => ({
      target,
      title,
      subtopics: subtopics.split('; ').filter((each) => each !== ''),
      coverage: coverage.get(target) ?? 0,
    }),
  )
}

function poorestFirst(outline: readonly KnownTopic[]): readonly KnownTopic[] {
  return outline.filter(({ coverage }) => coverage < 1).toSorted((one, other) => one.coverage - other.coverage)
}

/** Topics that nobody asked for, each under the name that people have for it. */
function latentIn({ material }: Reading): readonly KnownTopic[] {
  const labels = [...(material['latent'] ?? '').matchAll(/^- (.+) \(\d+ passages of \d+ hosts\)$/gm)]
  const topics = labels.map(([, label = '']) => {
    const known = topicOf(label)
    const title = known?.title ?? label
    return { target: title, title, subtopics: known?.parts.map(({ heading }) => heading) ?? [], coverage: 0 }
  })
  return [...new Map(topics.map((topic) => [topic.title, topic])).values()]
}

function askedIn({ material }: Reading): ReadonlySet<string> {
  const lines = [...(material['queries'] ?? '').matchAll(/^- (.+) \(t\d+, \d+ pages read\)$/gm)]
  return new Set(lines.map(([, query = '']) => query))
}

/** One for each topic in turn, then the next for each. */
function searchesFor(topics: readonly KnownTopic[], asked: ReadonlySet<string>): readonly Json[] {
  const queries = topics.map(({ target, ...topic }) =>
    queriesFor(topic)
      .filter((query) => !asked.has(query))
      .map((query) => ({ action: 'SEARCH', query, target_outline_topic: target })),
  )
  const most = Math.max(0, ...queries.map(({ length }) => length))
  const inTurn = Array.from({ length: most }, (_, at) => queries.flatMap((ofTopic) => ofTopic[at] ?? [])).flat()
  return inTurn.slice(0, mostSearches)
}

/** Its sides, and then two of its words at a time. */
function queriesFor({ title, subtopics }: Omit<KnownTopic, 'target'>): readonly string[] {
  const words = topicOf([title, ...subtopics].join(' '))?.words ?? []
  const pairs = words.slice(1).map((word, at) => `${words[at]} ${word} ${title.toLowerCase()}`)
  return [...subtopics.map((subtopic) => `${title} ${subtopic}`), ...pairs, title]
}
