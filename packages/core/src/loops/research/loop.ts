/**
 * Research: a report in which every sentence is held against its sources, and a numeric reason to stop.
 *
 * Iterative deep research with hypothetical document embeddings: Gao et al. 2022, "Precise Zero-Shot Dense Retrieval
 * without Relevance Labels", inside a loop of planning, acting and analysing.
 *
 *     outline <- planner(task, first search)
 *     repeat
 *       plan    <- planner(outline, coverage, gain, latent topics, queries, last critique)
 *       topics  <- vectors of the topics and of passages made up for them, once each
 *       pages   <- search and read, in parallel, within what a topic may have
 *       chunks  <- passages that are relevant and new
 *       gain    <- coverage after - coverage before
 *     until covered, diminishing, exhausted, no progress, or out of rounds
 *     sections <- author(topic, its passages), in parallel
 *     repeat for each section, while code finds sentences that its passages do not support
 *       section <- author(section, faults)
 *     return title, abstract, sections, numbered sources, and how it came about
 *
 * Each phase takes the state of the research and gives another one. Out of budget, the report is written from what there
 * is with what was kept back.
 */
import type { LoopContext } from '../../kernel/context.ts'
import type { LoopResult, Task } from '../../kernel/loop.ts'
import { act, readPinned } from './acting.ts'
import { emptyState, withoutPlaces, withQuery } from './beginning.ts'
import type { Config } from './config.ts'
import { cutShort, unfinished } from './cut-short.ts'
import { outcomeOf, report, type Stop } from './ends.ts'
import { imagine } from './hyde.ts'
import { proposeSoFar } from './interim.ts'
import { analysed, brief, mayStillRead } from './last-round.ts'
import { whyNoSearches } from './outage.ts'
import { drawOutline } from './outline.ts'
import { placesOf } from './places.ts'
import { planRound } from './planning.ts'
import type { ResearchState } from './state.ts'
import { decide } from './stopping.ts'
import type { Work } from './work.ts'

/** What is known is kept at every phase: whatever ends the research, the report is written from it. */
type Progress = { state: ResearchState }

/** Round by round, until the stop rule says why to end, or searches fail. */
async function investigate(ctx: LoopContext, work: Work, progress: Progress): Promise<Stop> {
  progress.state = await withQuery(ctx, progress.state)
  progress.state = (await readPinned(ctx, work, progress.state)).state
  progress.state = await drawOutline(ctx, work, progress.state)
  for (;;) {
    progress.state = await planRound(ctx, work, progress.state)
    const imagined = await imagine(ctx, work, progress.state)
    progress.state = imagined.state
    if (imagined.notice && !mayStillRead(imagined.notice, progress.state)) throw imagined.notice
    const acted = await act(ctx, imagined.notice ? brief(work) : work, progress.state)
    progress.state = acted.state
    const { state, notice = imagined.notice } = await analysed(ctx, work, acted)
    progress.state = state
    if (notice) throw notice
    await proposeSoFar(ctx, work, progress.state)
    ctx.phase('deciding')
    const stop = stopOf(ctx, work, progress.state)
    if (stop) return stop
  }
}

/** Undefined: go on. */
function stopOf(ctx: LoopContext, { config }: Work, state: ResearchState): Stop | undefined {
  const why = config.numericStop ? whyNoSearches(state) : undefined
  if (why !== undefined) return unfinished(ctx, why)
  const reason = decide(ctx, state, config)
  return reason && { reason, outcome: outcomeOf(reason) }
}

export async function run(ctx: LoopContext, task: Task, config: Config): Promise<LoopResult> {
  const places = placesOf(ctx.tools, config.sources)
  if (places.length === 0) return withoutPlaces(ctx, config.sources)
  const work: Work = { task, config, places }
  const progress: Progress = { state: emptyState(task) }
  const stop = await investigate(ctx, work, progress).catch(async (error) => {
    const cut = await cutShort(ctx, work, progress.state, error)
    progress.state = cut.state
    return cut.stop
  })
  ctx.useReserve()
  return report(ctx, work, progress.state, stop)
}
