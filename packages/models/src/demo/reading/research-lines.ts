/** The progress of a research as its planner is shown it: topics, how far they are, searches, and what else showed up. */

export type OutlineTopic = { readonly id: string; readonly title: string; readonly subtopics: readonly string[] }

/** `t2. Ferries of the Sound: routes; ships`. */
export function outlineTopics(lines: string | undefined): readonly OutlineTopic[] {
  return [...(lines ?? '').matchAll(/^(\S+)\. (.+)$/gm)].map(([, id = '', text = '']) => ({ id, ...topicIn(text) }))
}

/** `Ferries of the Sound: routes; ships`. A title may have a colon of its own: subtopics follow the last. */
export function topicIn(text: string): Omit<OutlineTopic, 'id'> {
  const [first = '', ...others] = text.split(';')
  const colon = first.lastIndexOf(': ')
  if (colon < 0) return { title: text.trim(), subtopics: [] }
  const subtopics = [first.slice(colon + 1), ...others].map((each) => each.trim()).filter(Boolean)
  return { title: first.slice(0, colon).trim(), subtopics }
}

export type TopicCoverage = {
  readonly id: string
  /** From 0 to 1. */
  readonly coverage: number
  readonly passages: number
  readonly hosts: number
  readonly searches: number
  readonly status: string
}

const coverageLine = /^(\S+): (\d(?:\.\d+)?), (\d+) passages of (\d+) hosts, (\d+) searches, (\S+)$/gm

/** `t2: 0.42, 5 passages of 3 hosts, 2 searches, open`. */
export function topicCoverages(lines: string | undefined): readonly TopicCoverage[] {
  return [...(lines ?? '').matchAll(coverageLine)].map(
    ([, id = '', coverage, passages, hosts, searches, status = '']) => ({
      id,
      coverage: Number(coverage),
      passages: Number(passages),
      hosts: Number(hosts),
      searches: Number(searches),
      status,
    }),
  )
}

export type MadeSearch = { readonly query: string; readonly topic: string }

/** `- ferries of the Sound routes (t2, 3 pages read)`. */
export function madeSearches(lines: string | undefined): readonly MadeSearch[] {
  return [...(lines ?? '').matchAll(/^- (.+) \((\S*), \d+ pages read\)$/gm)].map(([, query = '', topic = '']) => ({
    query,
    topic,
  }))
}

/** The words of each label: `- lens, mirror, glass (5 passages of 2 hosts)`. */
export function latentLabels(lines: string | undefined): readonly (readonly string[])[] {
  return [...(lines ?? '').matchAll(/^- (.+) \(\d+ passages of \d+ hosts\)$/gm)].map(([, label = '']) =>
    label.split(', ').filter(Boolean),
  )
}
