/** Taking: which passages of a round may be cited from then on, and which are kept aside. */

import type { Config } from './config.ts'
import { relevanceOf, vectorOf } from './coverage.ts'
import { accept, type Candidate } from './measure/acceptance.ts'
import { withSeen } from './measure/aspects.ts'
import { novelty } from './measure/novelty.ts'
import { dot } from './measure/vectors.ts'
import type { Chunk, ResearchState } from './state.ts'

/** So many that had no room wait for it: more than a round takes for all topics together. */
const mostSpare = 100

/** The newest may make a topic that nobody thought of: each is compared with all others. */
export const mostResidual = 400

/** Takes what is relevant and new. What had no room is kept for later rounds, what belongs to no topic in case one is found. */
export function withAccepted(state: ResearchState, config: Config): ResearchState {
  const { calibration } = state
  if (!calibration) return state
  const { leastNovelty, likeness } = calibration
  const candidates = [...state.residual, ...state.spare, ...state.fresh]
  const scored = candidates.map(
    (chunk): Candidate => ({
      id: chunk.id,
      host: chunk.host,
      vector: vectorOf(state, chunk.id),
      relevance: relevanceOf(state, chunk),
    }),
  )
  const known = state.chunks.map(({ id }) => vectorOf(state, id))
  const rule = { leastNovelty, mostPerTopic: config.passagesPerTopic }
  const taken = new Set([...accept(scored, known, rule), ...pinnedIn(state, config)])
  const worth = new Map(scored.map(({ id, relevance }) => [id, Math.max(0, ...relevance)]))
  const worthOf = ({ id }: Chunk) => worth.get(id) ?? 0
  const seen = state.fresh.filter((chunk) => worthOf(chunk) > 0).map(({ id }) => vectorOf(state, id))
  const chunks = [...state.chunks, ...candidates.filter(({ id }) => taken.has(id))]
  const left = candidates.filter(({ id }) => !taken.has(id))
  const fitting = left.filter((chunk) => worthOf(chunk) > 0)
  const others = left.filter((chunk) => worthOf(chunk) === 0 && isAboutTheQuestion(state, chunk))
  const best = fitting.toSorted((one, other) => worthOf(other) - worthOf(one)).slice(0, mostSpare)
  return {
    ...state,
    chunks,
    spare: distinct(state, best, chunks),
    residual: distinct(state, others.slice(-mostResidual), chunks),
    aspects: withSeen(state.aspects, seen, likeness),
  }
}

/** A person wants these: the best passages of each pinned source, whatever they are worth. */
function pinnedIn(state: ResearchState, config: Config): readonly string[] {
  const best = (chunk: Chunk) =>
    Math.max(0, ...[...state.topicVectors.values()].map((topic) => dot(topic, vectorOf(state, chunk.id))))
  const bySource = Map.groupBy(
    state.fresh.filter(({ foundFor }) => foundFor === null),
    ({ source }) => source,
  )
  return [...bySource.values()].flatMap((chunks) =>
    chunks
      .toSorted((one, other) => best(other) - best(one))
      .slice(0, config.passagesPerTopic)
      .map(({ id }) => id),
  )
}

function isAboutTheQuestion(state: ResearchState, { id }: Chunk): boolean {
  return dot(vectorOf(state, id), state.queryEmbedding) >= (state.calibration?.leastToQuery ?? 0)
}

/** Those that say what none before them and none that is taken says: copies of one text are no group of their own. */
function distinct(state: ResearchState, left: readonly Chunk[], taken: readonly Chunk[]): readonly Chunk[] {
  const { leastNovelty = 0 } = state.calibration ?? {}
  const known = taken.map(({ id }) => vectorOf(state, id))
  const kept: Chunk[] = []
  for (const chunk of left) {
    const vector = vectorOf(state, chunk.id)
    if (novelty(vector, known) < leastNovelty) continue
    known.push(vector)
    kept.push(chunk)
  }
  return kept
}
