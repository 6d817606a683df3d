/** Analysing: what the passages of a round are worth, and what the research knows after it. */
import type { LoopContext } from '../../kernel/context.ts'
import type { Config } from './config.ts'
import { coverageOf, relevanceOf, vectorOf } from './coverage.ts'
import { calibrate } from './measure/calibration.ts'
import { totalCoverage } from './measure/coverage.ts'
import { gainOf } from './measure/gain.ts'
import { latentTopics } from './measure/latent-topics.ts'
import { unseenMass } from './measure/missing-mass.ts'
import { afterCycle, freshEffort } from './measure/starvation.ts'
import { dot } from './measure/vectors.ts'
import { outageIn } from './outage.ts'
import type { Chunk, Cycle, ResearchState } from './state.ts'
import { mostResidual, withAccepted } from './taking.ts'
import { embedTexts, type Work } from './work.ts'

/** Below this share of an ordinary relevance a passage fits its topic poorly. */
const looseShare = 0.5

export async function analyse(ctx: LoopContext, work: Work, state: ResearchState): Promise<ResearchState> {
  ctx.phase('evaluating')
  const embedded = await withVectors(ctx, state)
  const after = measured(embedded, work.config)
  tell(ctx, work.config, after, after.history[state.history.length])
  return after
}

/** Vectors of the passages that are new. */
async function withVectors(ctx: LoopContext, state: ResearchState): Promise<ResearchState> {
  if (state.fresh.length === 0) return state
  const texts = state.fresh.map(({ about, text }) => `${about}\n${text}`)
  const { vectors } = await embedTexts(ctx, texts, 'passages')
  const chunkEmbeddings = new Map(state.chunkEmbeddings)
  for (const [at, { id }] of state.fresh.entries()) chunkEmbeddings.set(id, vectors[at] as Float32Array)
  return calibrated({ ...state, chunkEmbeddings })
}

/**
 * Measured once, by the passages of the first round whose searches found any: coverage of two rounds must mean the same.
 * What is pinned may be about anything, and tells nothing.
 */
function calibrated(state: ResearchState): ResearchState {
  if (state.calibration && state.history.some(({ pages }) => pages > 0)) return state
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

/** The state after a round: passages taken, coverage, gain, what is left over. */
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
  const counted: ResearchState = {
    ...after,
    cycles: state.cycles + 1,
    lastCoverageVector: coverage,
    effortByTopic: effortAfter(state, config, { before, coverage }),
    latentTopics: latentIn(after, config),
    fresh: [],
    planned: [],
  }
  // A round that could not search tells nothing of what there is to be found.
  if (accepted === 0 && outageIn(counted) > 0) return counted
  const informationGainHistory = [...state.informationGainHistory, gain]
  return { ...counted, informationGainHistory, history: [...state.history, cycle] }
}

/** Searches that failed are none. A topic that may have no further page has no use for a search either. */
function effortAfter(
  state: ResearchState,
  { leastGain: epsilon, pagesPerTopic }: Config,
  { before, coverage }: { readonly before: readonly number[]; readonly coverage: readonly number[] },
): ResearchState['effortByTopic'] {
  const made = state.results.filter(({ failure }) => failure === undefined)
  return new Map(
    state.outline.map(({ id }, at) => {
      const own = made.filter(({ topic }) => topic === id)
      const searches = own.filter(({ cycle }) => cycle === state.cycles + 1).length
      const gained = (coverage[at] ?? 0) - (before[at] ?? 0)
      const effort = afterCycle(state.effortByTopic.get(id) ?? freshEffort, { searches, gained, epsilon })
      const pages = own.reduce((sum, { read }) => sum + read, 0)
      return [id, { ...effort, isExhausted: effort.isExhausted || pages >= pagesPerTopic }]
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
  const loose = [...state.residual, ...looseIn(state, calibration.reference)].slice(-mostResidual)
  const residual = loose.map(({ id, host, text }) => ({ id, host, text, vector: vectorOf(state, id) }))
  return latentTopics(residual, [...state.topicVectors.values()], { likeness: calibration.likeness })
}

/** Without a cycle: it counts for nothing. */
function tell(ctx: LoopContext, { maxCycles }: Config, state: ResearchState, cycle: Cycle | undefined): void {
  const round = `${state.cycles}/${maxCycles}`
  if (!cycle) {
    ctx.note('round', { round, why: 'every search failed' })
    return
  }
  const { total, gain, accepted, searches, pages } = cycle
  ctx.note('coverage', noteOf(state, cycle))
  const brought = `${searches} searches, ${pages} pages, ${accepted} new passages`
  const why = `coverage ${total.toFixed(2)}, gain ${gain.toFixed(3)}: ${brought}`
  ctx.note('round', { round, why })
}

function noteOf(state: ResearchState, { total, gain, accepted, coverage, unseen }: Cycle) {
  const topics = state.outline.map(({ title }, at) => ({ topic: title, coverage: rounded(coverage[at] ?? 0) }))
  return { cycle: state.cycles, total: rounded(total), gain: rounded(gain), accepted, unseen: rounded(unseen), topics }
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
