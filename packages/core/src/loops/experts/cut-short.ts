/** The end of a session that was told to wrap up: with what there is, what is known to be missing, and the details. */
import { GyreError } from '../../errors.ts'
import type { LoopContext } from '../../kernel/context.ts'
import type { LoopResult } from '../../kernel/loop.ts'
import type { WrapUp } from '../../kernel/wrap-up.ts'
import { withoutMiddle } from '../../parsing/shortened-text.ts'
import { isPiece, lackOf } from '../cut-off.ts'
import { modelFailure } from '../model-failure.ts'
import { isOwnEnd } from '../own-end.ts'
import { broken, detailsOf, gapOf, silent } from './ends.ts'
import { checksOf } from './gap-detection.ts'
import { missingIn } from './gap-order.ts'
import { gapTypeOf } from './gap-type.ts'
import { type Merged, writeAnswer } from './merging.ts'
import { longestGap } from './result.ts'
import { hasNews, isDisputed, resultsOf, type State, taskLines, tasksLeft, withHistory } from './state.ts'

/** The answer is written with the call that was kept back, where a task gave something that is not in it yet. */
export async function cutShort(ctx: LoopContext, before: State, { outcome }: WrapUp): Promise<LoopResult> {
  const state = withOpenWork(before)
  const isWritten = state.answer !== undefined && !hasNews(state)
  const said = isWritten ? undefined : await lastAnswer(ctx, before, state.gap?.gap)
  const isWhole = said !== undefined && !isPiece(said) && said.text !== ''
  if (said && !isWhole && state.answer === undefined) return unwritten(state, said)
  // Without any, the answer is what was proposed: the results as they are.
  const answer = isWhole ? said.text : (state.answer ?? null)
  return { answer, outcome, ...gapOf(state), details: detailsOf(state, outcome === 'answered' ? 'finished' : 'limit') }
}

/** What was open before is told beside what a piece lacks. */
function unwritten(state: State, said: Merged): LoopResult {
  if (!isPiece(said)) return silent(state)
  const cut = broken(state, { text: said.text, finish: said.finish })
  return state.gap === undefined ? cut : { ...cut, gap: `${state.gap.gap} ${lackOf(said)}` }
}

/** Undefined when the merger fails. */
async function lastAnswer(ctx: LoopContext, state: State, gap: string | undefined): Promise<Merged | undefined> {
  ctx.phase('summarising')
  // Where all was done, it lacks nothing but a judge.
  const lacking = isDone(state) ? undefined : gap
  const said = await writeAnswer(ctx, state, lacking).catch((error) => {
    // Not even this is left. Without an answer the kernel has one more way to ask for it.
    if (isOwnEnd(ctx, error) && state.answer !== undefined) return undefined
    return modelFailure(error)
  })
  return said instanceof GyreError ? undefined : said
}

/** Whether the tasks of the round were carried out, all of them. */
function isDone(state: State): boolean {
  return state.tasks.length > 0 && tasksLeft(state).length === 0
}

/** The state with what is missing as its gap, and the round that was cut short in its history. */
function withOpenWork(state: State): State {
  const gap = openWork(state)
  const facts = { results: resultsOf(state), isDisputed: isDisputed(state) }
  const known = gap === undefined ? undefined : { gap, type: gapTypeOf(gap, facts), nextFocus: '' }
  return state.tasks.length === 0 ? { ...state, gap: known } : withHistory({ ...state, gap: known })
}

/** What is missing; undefined when nothing is. Whether the gap of the round before is closed nobody was asked. */
function openWork(state: State): string | undefined {
  const { leftOut, gap, config } = state
  const results = resultsOf(state)
  const left = tasksLeft(state)
  if (isDone(state) && !hasNews(state) && checksOf(state).is === 'complete') return undefined
  const undone = left.length === 0 ? '' : `Tasks that were not carried out:\n${taskLines(left)}`
  const open = [gap?.gap ?? '', missingIn({ results, leftOut }), undone].filter((part) => part !== '')
  if (open.length > 0) return withoutMiddle(open.join('\n'), longestGap)
  // Without rounds nobody would have been asked.
  return isDone(state) && config.maxAgenticRounds === 0
    ? undefined
    : 'The work ended before it was known to be complete.'
}
