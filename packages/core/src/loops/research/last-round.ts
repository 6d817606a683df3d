/** The round in which the run is told to end: what was planned may still be read, and what was read is measured. */
import type { LoopContext } from '../../kernel/context.ts'
import type { WrapUp } from '../../kernel/wrap-up.ts'
import { isOwnEnd } from '../own-end.ts'
import type { Acted } from './acting.ts'
import { analyse } from './analysis.ts'
import type { ResearchState } from './state.ts'
import { noticeOf, type Work } from './work.ts'

/** What is planned can be read without passages that are made up, as long as it is not reading that is spent. */
export function mayStillRead({ outcome }: WrapUp, { cycles }: Pick<ResearchState, 'cycles'>): boolean {
  return cycles === 0 && !['answered', 'limit:time', 'limit:tools'].includes(outcome)
}

/** A run that was told to end has few steps left: no more than the usual round. */
export function brief({ config, ...work }: Work): Work {
  const pagesPerSearch = Math.min(config.pagesPerSearch, 3)
  return { ...work, config: { ...config, pagesPerSearch, maxPageChars: Math.min(config.maxPageChars, 40_000) } }
}

/** Pages that were read before the end count, though the notice of it may come before they are looked at. */
export async function analysed(ctx: LoopContext, work: Work, { state, isEnding }: Acted) {
  const notice = isEnding ? await noticeOf(ctx) : undefined
  try {
    return { state: await analyse(ctx, work, state), notice }
  } catch (error) {
    if (notice || !isOwnEnd(ctx, error)) throw error
    return { state: await analyse(ctx, work, state), notice: error }
  }
}
