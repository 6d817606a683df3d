/** How far a topic is. */
import { freshEffort } from './measure/starvation.ts'
import type { Config } from './schema.ts'
import type { ResearchState } from './state.ts'

export type TopicStatus = 'covered' | 'exhausted' | 'open'

/** Of the topic at this place of the outline. One that is covered need not be searched for, whatever it took. */
export function topicStatus(
  state: Pick<ResearchState, 'outline' | 'lastCoverageVector' | 'effortByTopic'>,
  at: number,
  { coverAt, searchesPerTopic }: Pick<Config, 'coverAt' | 'searchesPerTopic'>,
): TopicStatus {
  if ((state.lastCoverageVector[at] ?? 0) >= coverAt) return 'covered'
  const { isExhausted, searches } = state.effortByTopic.get(state.outline[at]?.id ?? '') ?? freshEffort
  return isExhausted || searches >= searchesPerTopic ? 'exhausted' : 'open'
}
