/** Which searches a round makes: none twice, none for what has enough, and the poorest topics first. */
import { wordsOf } from '../../words.ts'
import type { Config } from './config.ts'
import { queryLikenessOf } from './measure/calibration.ts'
import { gapsOf } from './measure/coverage.ts'
import { isRepeated } from './measure/repeated-query.ts'
import { freshEffort } from './measure/starvation.ts'
import type { PlannedSearch, ResearchState, Topic } from './state.ts'
import { topicStatus } from './topic-status.ts'

/** A search that somebody wants. */
export type Draft = { readonly query: string; readonly topic: string; readonly vector?: Float32Array }

const noVector = new Float32Array()

/** In their order, as many as a round has. */
export function chosenSearches(
  state: ResearchState,
  wanted: readonly Draft[],
  config: Config,
): readonly PlannedSearch[] {
  const likeness = queryLikenessOf(state.embedder, state.calibration?.tau)
  // What failed was not asked: it may be again.
  const asked = state.results
    .filter(({ failure }) => failure === undefined)
    .map(({ query: text }) => ({ text, vector: state.queryVectors.get(text) ?? noVector }))
  const searchesOf = new Map(state.outline.map(({ id }) => [id, (state.effortByTopic.get(id) ?? freshEffort).searches]))
  const chosen: PlannedSearch[] = []
  for (const { query, topic, vector = noVector } of wanted) {
    if (chosen.length >= config.searchesPerCycle) break
    const made = searchesOf.get(topic) ?? 0
    if (made >= config.searchesPerTopic || (config.guided && !isOpen(state, topic, config))) continue
    if (isRepeated({ text: query, vector }, asked, likeness)) continue
    asked.push({ text: query, vector })
    searchesOf.set(topic, made + 1)
    chosen.push({ id: `s${chosen.length + 1}`, goal: query, topic })
  }
  return chosen
}

function isOpen(state: ResearchState, topic: string, config: Config): boolean {
  const at = state.outline.findIndex(({ id }) => id === topic)
  return at >= 0 && topicStatus(state, at, config) === 'open'
}

/** Searches made up without a model: for those topics first of which most is missing, each with other words. */
export function ownSearches(state: ResearchState, config: Config): readonly Draft[] {
  const gaps = gapsOf(state.outline.map((_, at) => state.lastCoverageVector[at] ?? 0))
  const poorest = state.outline
    .map((topic, at) => ({ topic, gap: gaps[at] ?? 0 }))
    .toSorted((one, other) => other.gap - one.gap)
    .map(({ topic }) => queriesFor(topic, state.query).map((query) => ({ query, topic: topic.id })))
  const most = Math.min(config.searchesPerTopic + 1, Math.max(0, ...poorest.map(({ length }) => length)))
  return Array.from({ length: most }, (_, at) => poorest.flatMap((queries) => queries[at] ?? [])).flat()
}

function queriesFor({ title, subtopics }: Topic, subject: string): readonly string[] {
  return [title, ...subtopics.map((each) => `${title} ${each}`), ...subtopics.map((each) => `${subject} ${each}`)]
}

/** The topic that is named, by its id or its heading; else the one that has most words of the query. */
export function topicFor(outline: readonly Topic[], named: string | undefined, query: string): string {
  const name = named?.trim().toLowerCase().replace(/\.$/, '')
  const exact = outline.find(({ id, title }) => id === name || title.toLowerCase() === name)
  return exact?.id ?? mostLike(outline, `${named ?? ''} ${query}`)
}

function mostLike(outline: readonly Topic[], text: string): string {
  const words = new Set(wordsOf(text))
  const shared = ({ title, subtopics }: Topic) =>
    wordsOf([title, ...subtopics].join(' ')).filter((word) => words.has(word)).length
  const [best] = outline.toSorted((one, other) => shared(other) - shared(one))
  return best?.id ?? ''
}
