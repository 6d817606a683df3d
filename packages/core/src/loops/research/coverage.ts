/** Coverage of the outline by the passages that were taken. */

import type { Config } from './config.ts'
import { type Evidence, kappaOf, mostCounted, topicCoverage } from './measure/coverage.ts'
import { relevance } from './measure/relevance.ts'
import { dot } from './measure/vectors.ts'
import type { Chunk, ResearchState } from './state.ts'

type Vectors = Pick<ResearchState, 'chunkEmbeddings'>

export function vectorOf({ chunkEmbeddings }: Vectors, chunk: string): Float32Array {
  return chunkEmbeddings.get(chunk) ?? new Float32Array()
}

/** Of a passage to each topic, in the order of the outline. */
export function relevanceOf(state: ResearchState, { id }: Pick<Chunk, 'id'>): readonly number[] {
  const tau = state.calibration?.tau ?? 1
  const vector = vectorOf(state, id)
  return state.outline.map(({ id: topic }) => {
    const about = state.topicVectors.get(topic)
    return about ? relevance(dot(about, vector), tau) : 0
  })
}

/** The place in the outline of the topic that a passage is most like, relevant or not. */
export function bestTopicOf(state: ResearchState, { id }: Pick<Chunk, 'id'>): number {
  const vector = vectorOf(state, id)
  const shared = state.outline.map(({ id: topic }) => dot(state.topicVectors.get(topic) ?? new Float32Array(), vector))
  return shared.reduce((best, each, at) => (each > (shared[best] ?? 0) ? at : best), 0)
}

/** The passages that belong to the topic at this place of the outline, whatever they were found for. */
export function passagesOf(state: ResearchState, at: number): readonly Chunk[] {
  return state.chunks.filter((chunk) => (relevanceOf(state, chunk)[at] ?? 0) > 0)
}

/** Of each topic, in the order of the outline. */
export function coverageOf(state: ResearchState, { fullAt }: Pick<Config, 'fullAt'>): readonly number[] {
  const { calibration, chunks, outline } = state
  if (!calibration) return outline.map(() => 0)
  const kappa = kappaOf({ fullAt, reference: calibration.reference })
  const scored = chunks.map((chunk) => ({ chunk, relevance: relevanceOf(state, chunk) }))
  return outline.map((_, at) => {
    const evidence = scored.map(
      ({ chunk, relevance: each }): Evidence => ({ id: chunk.id, host: chunk.host, relevance: each[at] ?? 0 }),
    )
    return topicCoverage(evidence, kappa, mostCounted(calibration.reference))
  })
}
