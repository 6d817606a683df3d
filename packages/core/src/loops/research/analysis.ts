/** Analysing: what the passages of a round are worth, and what the research knows after it. */
import type { LoopContext } from '../../kernel/context.ts'
import { coverageOf, relevanceOf, vectorOf } from './coverage.ts'
import { accept, type Candidate } from './measure/acceptance.ts'
import { withSeen } from './measure/aspects.ts'
import { calibrate } from './measure/calibration.ts'
import { totalCoverage } from './measure/coverage.ts'
import { gainOf } from './measure/gain.ts'
import { latentTopics } from './measure/latent-topics.ts'
import { unseenMass } from './measure/missing-mass.ts'
import { novelty } from './measure/novelty.ts'
import { afterCycle, freshEffort } from './measure/starvation.ts'
import { dot } from './measure/vectors.ts'
import type { Config } from './schema.ts'
import type { Chunk, Cycle, ResearchState } from './state.ts'
import type { Work } from './work.ts'

/** Below this share of an ordinary relevance a passage fits its topic poorly. */
const looseShare = 0.5

export async function analyse(ctx: LoopContext, work: Work, state: ResearchState): Promise<ResearchState> {
  ctx.phase('evaluating')
  const embedded = await withVectors(ctx, state)
  const counted = measured(embedded, work.config)
  const last = counted.history.at(-1)
  if (last) tell(ctx, work.config, counted, last)
  return counted
}

/** Vectors of the passages that are new. */
async function withVectors(ctx: LoopContext, state: ResearchState): Promise<ResearchState> {
  if (state.fresh.length === 0) return state
  const texts = state.fresh.map(({ about, text }) => `${about}\n${text}`)
  const { vectors } = await ctx.embed(texts, { label: 'passages' })
  const chunkEmbeddings = new Map(state.chunkEmbeddings)
  for (const [at, { id }] of state.fresh.entries()) chunkEmbeddings.set(id, vectors[at] as Float32Array)
  return calibrated({ ...state, chunkEmbeddings })
}

/** Measured once, by the passages of the first round: coverage of two rounds must mean the same. */
function calibrated(state: ResearchState): ResearchState {
  if (state.calibration) return state
  const own: number[] = []
  const others: number[] = []
  for (const { id, foundFor } of state.fresh) {
    for (const { id: topic } of state.outline) {
      const shared = dot(vectorOf(state, id), topicVector(state, topic))
      if (foundFor === topic) own.push(shared)
      else if (foundFor !== null) others.push(shared)
    }
  }
  return { ...state, calibration: calibrate(state.embedder, others, own) }
}

function topicVector({ topicVectors }: ResearchState, topic: string): Float32Array {
  return topicVectors.get(topic) ?? new Float32Array()
}

/** The state after a round: passages taken, coverage, gain, what is left over. Pure, but for nothing. */
function measured(state: ResearchState, config: Config): ResearchState {
  const before = coverageOf(state, config)
  const after = withAccepted(state, config)
  const coverage = coverageOf(after, config)
  const gain = gainOf(before, coverage)
  const accepted = after.chunks.length - state.chunks.length
  const made = state.results.filter(({ cycle }) => cycle === state.cycles + 1)
  const unseen = unseenMass(after.aspects.map(({ seen }) => seen))
  const cycle: Cycle = {
    searches: made.length,
    pages: made.reduce((sum, { read }) => sum + read, 0),
    accepted,
    coverage,
    total: totalCoverage(coverage),
    gain,
    unseen,
  }
  return {
    ...after,
    cycles: state.cycles + 1,
    lastCoverageVector: coverage,
    informationGainHistory: [...state.informationGainHistory, gain],
    history: [...state.history, cycle],
    effortByTopic: effortAfter(state, { before, coverage, epsilon: config.leastGain }),
    latentTopics: latentIn(after, config),
    fresh: [],
    planned: [],
  }
}

/** Takes what is relevant and new; what belongs to no topic is kept aside, for one may be found that it belongs to. */
function withAccepted(state: ResearchState, config: Config): ResearchState {
  const { calibration } = state
  if (!calibration) return state
  const { leastNovelty, likeness } = calibration
  const candidates = [...state.residual, ...state.fresh]
  const scored = candidates.map(
    (chunk): Candidate => ({ id: chunk.id, vector: vectorOf(state, chunk.id), relevance: relevanceOf(state, chunk) }),
  )
  const known = state.chunks.map(({ id }) => vectorOf(state, id))
  const rule = { leastNovelty, mostPerTopic: config.passagesPerTopic }
  const taken = new Set([...accept(scored, known, rule), ...pinnedIn(state, config)])
  const isRelevant = new Set(scored.filter((each) => each.relevance.some((value) => value > 0)).map(({ id }) => id))
  const seen = state.fresh.filter(({ id }) => isRelevant.has(id)).map(({ id }) => vectorOf(state, id))
  const chunks = [...state.chunks, ...candidates.filter(({ id }) => taken.has(id))]
  const left = candidates.filter(({ id }) => !taken.has(id) && !isRelevant.has(id))
  const residual = distinct(state, left, chunks)
  return { ...state, chunks, residual, aspects: withSeen(state.aspects, seen, likeness) }
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

/** Copies of one text are no group of their own. What has nothing to do with the question is left out. */
function distinct(state: ResearchState, left: readonly Chunk[], taken: readonly Chunk[]): readonly Chunk[] {
  const { leastNovelty = 0, leastToQuery = 0 } = state.calibration ?? {}
  const known = taken.map(({ id }) => vectorOf(state, id))
  const kept: Chunk[] = []
  for (const chunk of left) {
    const vector = vectorOf(state, chunk.id)
    if (dot(vector, state.queryEmbedding) < leastToQuery || novelty(vector, known) < leastNovelty) continue
    known.push(vector)
    kept.push(chunk)
  }
  return kept
}

function effortAfter(
  state: ResearchState,
  { before, coverage, epsilon }: { before: readonly number[]; coverage: readonly number[]; epsilon: number },
): ResearchState['effortByTopic'] {
  const made = state.results.filter(({ cycle }) => cycle === state.cycles + 1)
  return new Map(
    state.outline.map(({ id }, at) => {
      const searches = made.filter(({ topic }) => topic === id).length
      const gained = (coverage[at] ?? 0) - (before[at] ?? 0)
      return [id, afterCycle(state.effortByTopic.get(id) ?? freshEffort, { searches, gained, epsilon })]
    }),
  )
}

/**
 * Passages that were taken and fit their topic poorly: with several topics, chance alone lets some of another subject in, and
 * they belong to that one as well.
 */
function looseIn(state: ResearchState, reference: number): readonly Chunk[] {
  return state.chunks.filter((chunk) => Math.max(0, ...relevanceOf(state, chunk)) < looseShare * reference)
}

function latentIn(state: ResearchState, config: Config): ResearchState['latentTopics'] {
  const { calibration } = state
  if (!calibration || !config.exploration) return []
  const loose = [...state.residual, ...looseIn(state, calibration.reference)]
  const residual = loose.map(({ id, host, text }) => ({ id, host, text, vector: vectorOf(state, id) }))
  return latentTopics(residual, [...state.topicVectors.values()], { likeness: calibration.likeness })
}

function tell(ctx: LoopContext, { maxCycles }: Config, state: ResearchState, cycle: Cycle): void {
  const { total, gain, accepted, searches, pages } = cycle
  ctx.note('coverage', noteOf(state, cycle))
  const brought = `${searches} searches, ${pages} pages, ${accepted} new passages`
  const why = `coverage ${total.toFixed(2)}, gain ${gain.toFixed(3)}: ${brought}`
  ctx.note('round', { round: `${state.cycles}/${maxCycles}`, why })
}

function noteOf(state: ResearchState, { total, gain, accepted, coverage, unseen }: Cycle) {
  const topics = state.outline.map(({ title }, at) => ({ topic: title, coverage: rounded(coverage[at] ?? 0) }))
  return { cycle: state.cycles, total: rounded(total), gain: rounded(gain), accepted, unseen: rounded(unseen), topics }
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
