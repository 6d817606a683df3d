/** How far a topic is. */

import type { Config } from './config.ts'
import { freshEffort } from './measure/starvation.ts'
import type { ResearchState } from './state.ts'

export type TopicStatus = 'covered' | 'exhausted' | 'open'

/** Of the topic at this place of the outline. One that is covered need not be searched for, whatever it took. */
export function topicStatus(
  state: Pick<ResearchState, 'outline' | 'lastCoverageVector' | 'effortByTopic'>,
  at: number,
  { coverAt, searchesPerTopic }: Pick<Config, 'coverAt' | 'searchesPerTopic'>,
): TopicStatus {
  if ((state.lastCoverageVector[at] ?? 0) >= coverAt) return 'covered'
  return isExhausted(state, state.outline[at]?.id ?? '', searchesPerTopic) ? 'exhausted' : 'open'
}

/** Whether searches find nothing more for a topic, or it has had all that it may have. */
export function isExhausted(
  { effortByTopic }: Pick<ResearchState, 'effortByTopic'>,
  topic: string,
  most: number,
): boolean {
  const effort = effortByTopic.get(topic) ?? freshEffort
  return effort.isExhausted || effort.searches >= most
}
