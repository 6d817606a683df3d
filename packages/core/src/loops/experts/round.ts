/** The parts of a round after which there may be nothing left to do. */
import { GyreError } from '../../errors.ts'
import type { LoopContext } from '../../kernel/context.ts'
import type { LoopResult } from '../../kernel/loop.ts'
import { isPiece } from '../cut-off.ts'
import { modelFailure } from '../model-failure.ts'
import { blocked, broken, finished, planless, silent } from './ends.ts'
import { carryOut } from './execution.ts'
import { type Merged, merge } from './merging.ts'
import { makePlan, type Planned, settle, wholeTask } from './planning.ts'
import { resultsOf, type State, tasksLeft, withAnswer, withRound, withTasks } from './state.ts'
import type { PlannedTask } from './tasks.ts'

type End = { readonly end: LoopResult }

/** The tasks of this round, as people leave them. */
export async function planned(ctx: LoopContext, before: State): Promise<End | { readonly state: State }> {
  const plan = await makePlan(ctx, before)
  const { state } = plan
  if (!plan.ok && (state.round > 0 || plan.isReadable)) return { end: await withoutPlan(ctx, plan) }
  const tasks = await settle(ctx, state, plan.ok ? plan.tasks : wholeTask(state))
  if (!tasks) return { end: blocked(state, 'refused') }
  return tasks.length > 0 ? { state: { ...state, tasks } } : { end: await emptied(ctx, state) }
}

/** People took out all that there was to do. */
async function emptied(ctx: LoopContext, state: State): Promise<LoopResult> {
  return state.round === 0 ? blocked(state, 'emptied') : finished(ctx, { ...state, stop: 'emptied' })
}

/**
 * Carries out the tasks of the round and merges what they give; again where people put others in the place of tasks
 * that had not begun, or behind them. It is the end when there is no answer to look at.
 */
export async function workOff(ctx: LoopContext, progress: { state: State }): Promise<LoopResult | undefined> {
  for (;;) {
    const left = await carriedOut(ctx, progress)
    const end = await answered(ctx, progress, left)
    if (end) return end
    const tasks = await settle(ctx, progress.state, left, { isRest: true })
    const state = withTasks(progress.state, left, tasks ?? [])
    progress.state = state
    if (state.tasks.length === 0) return tasks ? emptied(ctx, state) : blocked(state, 'refused')
    if (left.length === 0 && !tasks?.length) return undefined
  }
}

/** The tasks that a person took back before they began. */
async function carriedOut(ctx: LoopContext, progress: { state: State }): Promise<readonly PlannedTask[]> {
  const before = progress.state
  if (tasksLeft(before).length === 0) return []
  ctx.phase('executing')
  await carryOut(ctx, before, (results) => {
    progress.state = withRound(before, results)
  })
  return tasksLeft(progress.state)
}

/** In a later round the gap stays, and so does the answer. */
async function withoutPlan(
  ctx: LoopContext,
  { state, faults }: Extract<Planned, { readonly ok: false }>,
): Promise<LoopResult> {
  return state.round === 0 ? planless(state, faults) : finished(ctx, { ...state, stop: 'plan' })
}

/** Merges when all is done. It is the end when nothing comes of it. */
async function answered(
  ctx: LoopContext,
  progress: { state: State },
  left: readonly PlannedTask[],
): Promise<LoopResult | undefined> {
  if (left.length > 0) return undefined
  ctx.phase('evaluating')
  const said = await merged(ctx, progress.state)
  if ('end' in said) return said.end
  progress.state = said.state
  return undefined
}

/** The answer of this round. Nothing is made of nothing: when no task gave anything, the one before stays. */
async function merged(ctx: LoopContext, before: State): Promise<End | { readonly state: State }> {
  if (resultsOf(before).every(({ output }) => output === null)) return { state: before }
  const said = await merge(ctx, before).catch((error) => faultIn(error, before))
  // What this round found is lost to the answer; the gap it was to close is known.
  if (said instanceof GyreError) return { end: await finished(ctx, { ...before, stop: 'unmerged' }) }
  const { text } = said
  if (isPiece(said) || text === '') return { end: await unwritten(ctx, before, said) }
  ctx.propose(text)
  return { state: withAnswer(before, text) }
}

/** Once there is an answer, a merger that fails costs no more than its round. */
function faultIn(error: unknown, { answer }: State): GyreError {
  if (answer === undefined) throw error
  return modelFailure(error)
}

/** A whole answer of an earlier round is better than a piece of a new one, and the gap it has is known. */
async function unwritten(ctx: LoopContext, state: State, said: Merged): Promise<LoopResult> {
  const { text } = said
  if (state.answer !== undefined) return finished(ctx, { ...state, stop: isPiece(said) ? 'cut-off' : 'unreadable' })
  return isPiece(said) ? broken(state, { text, finish: said.finish }) : silent(state)
}
