/** The end of a research that no rule ended: its budget, a person, or a failure it cannot go on with. */
import { GyreError } from '../../errors.ts'
import type { LoopContext } from '../../kernel/context.ts'
import { isOwnEnd } from '../own-end.ts'
import { analyse } from './analysis.ts'
import type { Stop } from './ends.ts'
import { imagine } from './hyde.ts'
import { withTopics } from './outline.ts'
import type { ResearchState } from './state.ts'
import { embedderFailure, orEnd, type Work } from './work.ts'

/** What is known then, and how it ends. Other failures are not the loop's to judge, and nor is one before anything was measured. */
export async function cutShort(
  ctx: LoopContext,
  work: Work,
  state: ResearchState,
  error: unknown,
): Promise<{ readonly state: ResearchState; readonly stop: Stop }> {
  if (isOwnEnd(ctx, error)) {
    const reason = error.outcome === 'answered' ? 'cancelled' : 'budget'
    return { state: await withPinned(ctx, work, state), stop: { reason, outcome: error.outcome } }
  }
  if (state.cycles === 0) throw error
  const why = `The embedder failed, so that nothing more can be measured: ${embedderFailure(error).message}`
  return { state, stop: unfinished(ctx, why) }
}

/** It cannot go on, though it is not known to have enough. */
export function unfinished(ctx: LoopContext, why: string): Stop {
  ctx.note('decision', { decision: 'no_progress', why, by: 'rule' })
  return { reason: 'no_progress', outcome: 'gap_open', why }
}

/** Pinned pages that were read before the end count, though no round came to them: one topic is enough for that. */
async function withPinned(ctx: LoopContext, work: Work, state: ResearchState): Promise<ResearchState> {
  if (state.cycles > 0 || state.fresh.length === 0) return state
  const outlined = state.outline.length > 0 ? state : aboutTheQuestion(state)
  const plain: Work = { ...work, config: { ...work.config, hydePassages: 0 } }
  const read = async () => analyse(ctx, plain, (await imagine(ctx, plain, outlined)).state)
  const done = await orEnd(ctx, read).catch(embedderFailure)
  return done === 'ended' || done instanceof GyreError ? state : { ...done, cycles: 0 }
}

/** The question is the only topic, and its vector is known. */
function aboutTheQuestion(state: ResearchState): ResearchState {
  const outline = withTopics([], [{ topic: state.query }], 'outline')
  return { ...state, outline, topicVectors: new Map(outline.map(({ id }) => [id, state.queryEmbedding])) }
}
