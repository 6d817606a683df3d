/** Gap detection: what is known without asking, then a judge. */
import { GyreError } from '../../errors.ts'
import type { LoopContext } from '../../kernel/context.ts'
import { type Message, system, user } from '../../messages.ts'
import { type GapReport, gapReportGrammar, readGapReport } from '../../parsing/gap-report.ts'
import { material } from '../../parsing/material.ts'
import type { Read } from '../../parsing/prose-grammar.ts'
import { isPiece } from '../cut-off.ts'
import { modelFailure } from '../model-failure.ts'
import { shownTask } from '../shown-task.ts'
import { knownGap, type Ordered, orderedChecks } from './gap-order.ts'
import { gapTypeOf } from './gap-type.ts'
import { shownContradictions } from './merging.ts'
import { prompts } from './prompts.ts'
import { shownEvidence, type TaskResult } from './result.ts'
import { earlierResults, isDisputed, resultsOf, type State } from './state.ts'

/** So much is shown of what an expert says it lacks. */
const longestGap = 600

/** The state with the gap that is known now, and why no round follows where none may. */
export async function detectGap(ctx: LoopContext, before: State): Promise<State> {
  const { inputTokens: tokens } = await ctx.spent()
  const state = { ...before, tokens }
  const known = checksOf(state)
  if (known.is === 'complete') return { ...state, gap: undefined, stop: known.why }
  if (known.is === 'gap') return withGap(ctx, state, { gap: known.gap, nextFocus: '' })
  if (known.is === 'side-effect') return afterEffect(ctx, state, known)
  if (state.config.maxAgenticRounds === 0) return singlePass(ctx, state)
  return known.is === 'guard' ? leftOver(ctx, { ...state, stop: 'tokens' }, known.gap) : judged(ctx, state)
}

export function checksOf(state: State): Ordered {
  const { answer = '', leftOut, tokens, gap, config } = state
  return orderedChecks({
    results: resultsOf(state),
    earlier: earlierResults(state),
    answer,
    isDisputed: isDisputed(state),
    leftOut,
    gapBefore: gap?.gap ?? '',
    tokens,
    tokenGuard: config.tokenGuard,
  })
}

type Effect = Extract<Ordered, { readonly is: 'side-effect' }>

/**
 * Nothing may follow; people are told which tool it is that must not be called twice. Nobody is asked, but for whether
 * the gap is closed that the round was planned for.
 */
async function afterEffect(ctx: LoopContext, before: State, { tools, gap, isOpen }: Effect): Promise<State> {
  const state = { ...before, stop: 'side-effect' }
  if (state.config.maxAgenticRounds > 0) {
    ctx.note('side-effect', {
      tools: tools.join(', '),
      why: 'was called and must not be called again for the same: nothing more is planned',
    })
  }
  if (!isOpen) return leftOver(ctx, state, gap)
  const report = await askJudge(ctx, judgeRequest(ctx, state))
  // What nobody could judge is as open as it was.
  if (!report.ok) return leftOver(ctx, state, before.gap?.gap ?? '')
  return report.value.isComplete ? { ...state, gap: undefined } : withGap(ctx, state, report.value)
}

/** Without rounds nobody is asked: what code can tell is all that is known to be missing. */
function singlePass(ctx: LoopContext, state: State): State {
  const { leftOut } = state
  return leftOver(ctx, { ...state, stop: 'single' }, knownGap({ results: resultsOf(state), leftOut }))
}

function leftOver(ctx: LoopContext, state: State, gap: string): State {
  return gap === '' ? { ...state, gap: undefined } : withGap(ctx, state, { gap, nextFocus: '' })
}

function withGap(ctx: LoopContext, state: State, { gap, nextFocus }: Pick<GapReport, 'gap' | 'nextFocus'>): State {
  const type = gapTypeOf(gap, { results: resultsOf(state), isDisputed: isDisputed(state) })
  ctx.note('gap', { gap, type, next_focus: nextFocus })
  return { ...state, gap: { gap, type, nextFocus } }
}

async function judged(ctx: LoopContext, state: State): Promise<State> {
  const report = await askJudge(ctx, judgeRequest(ctx, state))
  if (!report.ok) {
    // Nobody knows whether it is complete, and nothing says what to plan for.
    return withGap(ctx, { ...state, stop: 'unjudged' }, { gap: report.fault, nextFocus: '' })
  }
  const { isComplete, gap, nextFocus } = report.value
  return isComplete ? { ...state, gap: undefined, stop: 'complete' } : withGap(ctx, state, { gap, nextFocus })
}

async function askJudge(ctx: LoopContext, messages: readonly Message[]): Promise<Read<GapReport>> {
  const options = { label: 'judge', role: 'judge', temperature: 0, grammar: gapReportGrammar } as const
  const reply = await ctx.generate(messages, options).catch(modelFailure)
  if (reply instanceof GyreError) return unjudged(`the judge failed: ${reply.message}`)
  if (isPiece(reply)) return unjudged('the reply of the judge was cut off')
  const report = reply.fault === undefined ? readGapReport(reply.text) : { ok: false as const, fault: reply.fault }
  return report.ok ? report : unjudged(report.fault)
}

function unjudged(why: string): Read<GapReport> {
  return { ok: false, fault: `Whether the answer is complete could not be judged: ${why}.` }
}

function judgeRequest(ctx: LoopContext, state: State): readonly Message[] {
  const { task, answer = '', ledger, leftOut } = state
  const results = resultsOf(state)
  const given = material({
    ...shownTask(task),
    answer,
    'declared-gaps': linesOf(results, ({ gaps }) => gaps),
    referrals: linesOf(results, ({ referral }) => referral),
    contradictions: shownContradictions(ledger.contradictions),
    'left-out': leftOut || undefined,
  })
  return [system(ctx.prompt(prompts.judge, { form: gapReportGrammar.preamble([]) })), user(given, ...task.files)]
}

function linesOf(results: readonly TaskResult[], said: (result: TaskResult) => string): string | undefined {
  const lines = results.flatMap((result) => {
    const text = said(result)
    return text === '' ? [] : [shownEvidence({ text, untrusted: { from: `step ${result.id}` } }, longestGap)]
  })
  return lines.length === 0 ? undefined : lines.join('\n')
}

/** Whether the gap is planned for. */
export function mayReplan(state: State): boolean {
  const { gap, round, config, stop, tokens } = state
  return gap !== undefined && stop === '' && round < config.maxAgenticRounds && tokens < config.tokenGuard
}
