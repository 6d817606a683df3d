/** The stop rule over a state: whether the research goes on, and why not. */
import type { LoopContext } from '../../kernel/context.ts'
import type { Config } from './config.ts'
import { type CycleFacts, type StopReason, type StopSettings, stopReason, whyStopped } from './measure/stop-rule.ts'
import { withCoverage } from './report/research-notes.ts'
import type { ResearchState } from './state.ts'
import { isExhausted } from './topic-status.ts'

/** A latent topic that the planner was shown so often and did not take up is none. */
const mostOffers = 2

/** Undefined: go on. */
export function decide(ctx: LoopContext, state: ResearchState, config: Config): StopReason | undefined {
  const reason = stopReason(factsOf(state, config), settingsOf(config))
  if (reason) ctx.note('decision', { decision: reason, why: reasonOf(reason, state, config), by: 'rule' })
  return reason
}

/** The numbers that decided it, in a sentence. Topics that were given up are named. */
export function reasonOf(stop: StopReason, state: ResearchState, config: Config): string {
  const why = whyStopped(stop, factsOf(state, config), settingsOf(config))
  const left = state.outline
    .map(({ title }, at) => ({ title, coverage: state.lastCoverageVector[at] ?? 0 }))
    .filter(({ coverage }) => coverage < config.coverAt)
  if (stop !== 'exhausted' || left.length === 0) return why
  return `${why} Not covered: ${withCoverage(left)}.`
}

function factsOf(state: ResearchState, { searchesPerTopic }: Config): CycleFacts {
  const { cycles, lastCoverageVector, informationGainHistory, history } = state
  return {
    cycles,
    coverage: lastCoverageVector,
    exhausted: state.outline.map(({ id }) => isExhausted(state, id, searchesPerTopic)),
    gains: informationGainHistory,
    accepted: history.map(({ accepted }) => accepted),
    unseen: history.at(-1)?.unseen ?? 1,
    hasUntriedLatent: untriedLatent(state).length > 0,
  }
}

/** Topics outside the outline that the planner may still take up. */
export function untriedLatent({
  latentTopics,
  offered,
}: Pick<ResearchState, 'latentTopics' | 'offered'>): ResearchState['latentTopics'] {
  return latentTopics.filter(({ id }) => (offered.get(id) ?? 0) < mostOffers)
}

function settingsOf({ maxCycles, minCycles, patience, leastGain, coverAt, numericStop }: Config): StopSettings {
  return { maxCycles, minCycles, patience, epsilon: leastGain, coverAt, isNumeric: numericStop }
}
