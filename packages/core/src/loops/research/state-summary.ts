/** The state as the planner reads it: lines, each of them from what was measured. */

import type { Config } from './config.ts'
import { passagesOf } from './coverage.ts'
import { trendOf } from './measure/gain.ts'
import { freshEffort } from './measure/starvation.ts'
import { shownCoverage } from './report/research-notes.ts'
import type { ResearchState, Topic } from './state.ts'
import { untriedLatent } from './stopping.ts'
import { topicStatus } from './topic-status.ts'

/** The last ones say what was tried; a list of all would bury them. */
const mostQueries = 40

export function outlineLines(outline: readonly Topic[]): string {
  return outline
    .map(({ id, title, subtopics }) => `${id}. ${title}${subtopics.length === 0 ? '' : `: ${subtopics.join('; ')}`}`)
    .join('\n')
}

/** Such as `t2: 0.42, 5 passages of 3 hosts, 2 searches, open`. */
export function coverageLines(state: ResearchState, config: Config): string {
  return state.outline
    .map(({ id }, at) => {
      const found = passagesOf(state, at)
      const hosts = new Set(found.map(({ host }) => host)).size
      const { searches } = state.effortByTopic.get(id) ?? freshEffort
      const coverage = shownCoverage(state.lastCoverageVector[at] ?? 0)
      return `${id}: ${coverage}, ${found.length} passages of ${hosts} hosts, ${searches} searches, ${topicStatus(state, at, config)}`
    })
    .join('\n')
}

export function trendLine({ informationGainHistory: gains }: Pick<ResearchState, 'informationGainHistory'>): string {
  const last = gains.slice(-3).map((gain) => gain.toFixed(3))
  return last.length === 0 ? trendOf(gains) : `${trendOf(gains)} (${last.join(', ')})`
}

/** Undefined when nothing showed up that the outline has not. */
export function latentLines(state: Pick<ResearchState, 'latentTopics' | 'offered'>): string | undefined {
  const untried = untriedLatent(state)
  if (untried.length === 0) return undefined
  return untried
    .map(({ label, members, hosts }) => `- ${label} (${members.length} passages of ${hosts} hosts)`)
    .join('\n')
}

export function queryLines({ results }: Pick<ResearchState, 'results'>): string | undefined {
  if (results.length === 0) return undefined
  const last = results.slice(-mostQueries)
  return last
    .map(({ query, topic, read, failure }) => `- ${query} (${topic}, ${failure ? 'it failed' : `${read} pages read`})`)
    .join('\n')
}
