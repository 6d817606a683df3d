/** How experts ends: with the answer there is, and with the gap where one is known. */
import { GyreError } from '../../errors.ts'
import type { Json } from '../../json.ts'
import type { LoopContext } from '../../kernel/context.ts'
import type { LoopResult } from '../../kernel/loop.ts'
import type { WrapUp } from '../../kernel/wrap-up.ts'
import { system, textOf, user } from '../../messages.ts'
import { material } from '../../parsing/material.ts'
import { cutOff, isPiece, type Piece } from '../cut-off.ts'
import { modelFailure } from '../model-failure.ts'
import { isOwnEnd } from '../own-end.ts'
import { shownTask } from '../shown-task.ts'
import { type Critique, criticGrammar, readCritique } from './critic-reply.ts'
import { shownFacts } from './facts.ts'
import { gapTypeOf } from './gap-type.ts'
import { shownResults } from './merging.ts'
import { prompts } from './prompts.ts'
import { summaryOf } from './result.ts'
import { asJson, clearedFacts, isDisputed, resultsOf, type State, sourcesOf } from './state.ts'

/** The end of a session that has an answer: the critic sees it, whatever ended the rounds. */
export async function finished(ctx: LoopContext, state: State): Promise<LoopResult> {
  if (state.answer === undefined) return withoutAnswer(state)
  const answered = { ...state, answer: state.answer }
  try {
    return endOf(state.config.critic ? await criticised(ctx, answered) : answered)
  } catch (error) {
    if (!isOwnEnd(ctx, error)) throw error
    return uncriticised(ctx, answered, error)
  }
}

function endOf(state: Answered): LoopResult {
  const { answer, gap } = state
  const details = detailsOf(state, stopOf(state))
  return gap === undefined ? { answer, details } : { answer, outcome: 'gap_open', gap: gap.gap, details }
}

/** Nothing is left for the critic. How it ends was known before: a person who is in a hurry changes nothing about it. */
function uncriticised(ctx: LoopContext, state: Answered, { outcome }: WrapUp): LoopResult {
  ctx.note('critic', { verdict: 'refused', reason: 'the work ended before' })
  if (outcome === 'answered') return endOf(state)
  return { answer: state.answer, outcome, ...gapOf(state), details: detailsOf(state, 'limit') }
}

/** Why no round followed. */
function stopOf({ stop, tokens, config }: State): string {
  if (stop !== '') return stop
  if (config.maxAgenticRounds === 0) return 'single'
  return tokens >= config.tokenGuard ? 'tokens' : 'rounds'
}

type Answered = State & { readonly answer: string }

/** The answer as the critic leaves it. What cannot be used of its reply changes nothing; a denial is a gap. */
async function criticised(ctx: LoopContext, state: Answered): Promise<Answered> {
  ctx.phase('evaluating')
  const critique = await critiqueOf(ctx, state, state.answer)
  ctx.note('critic', { verdict: critique.is, ...('why' in critique && { reason: critique.why }) })
  if (critique.is === 'denied') return denied(ctx, state, critique.why)
  return critique.is === 'corrected' ? { ...state, answer: critique.answer } : state
}

/** Nobody gave a better answer: it stays, beside what was said against it. */
function denied(ctx: LoopContext, state: Answered, why: string): Answered {
  const said = `The critic denies the answer: ${why}`
  const gap = state.gap === undefined ? said : `${state.gap.gap}\n${said}`
  const type = state.gap?.type ?? gapTypeOf(why, { results: resultsOf(state), isDisputed: isDisputed(state) })
  const nextFocus = state.gap?.nextFocus ?? ''
  ctx.note('gap', { gap, type, next_focus: nextFocus })
  return { ...state, gap: { gap, type, nextFocus }, stop: state.gap === undefined ? 'denied' : state.stop }
}

async function critiqueOf(ctx: LoopContext, state: State, answer: string): Promise<Critique> {
  const { task, ledger } = state
  const results = shownResults(ledger.standing)
  const given = { ...shownTask(task), answer, results, facts: shownFacts(clearedFacts(state)) }
  const messages = [system(ctx.prompt(prompts.critic)), user(material(given), ...task.files)]
  const options = { label: 'critic', role: 'judge', temperature: 0, grammar: criticGrammar(answer) } as const
  const reply = await ctx.generate(messages, options).catch(modelFailure)
  if (reply instanceof GyreError) return { is: 'refused', why: `the critic failed: ${reply.message}` }
  if (isPiece(reply)) return { is: 'refused', why: 'it was cut off' }
  // Of what is not in its form either after it was asked for again, the best is made.
  return readCritique(reply.fault === undefined ? reply.text : textOf(reply.message), answer)
}

/** No task gave anything, in any round: the first that was blocked, failed or got stuck says why. */
function withoutAnswer(state: State): LoopResult {
  const met = state.all.find(({ outcome }) => /^(?:blocked$|stuck:|failed:)/.test(outcome))
  const plain = state.gap === undefined ? 'stuck:unreadable' : 'gap_open'
  const outcome = (met?.outcome ?? plain) as NonNullable<LoopResult['outcome']>
  return { answer: null, outcome, ...gapOf(state), details: detailsOf(state, 'nothing') }
}

export function gapOf({ gap }: State): { readonly gap?: string } {
  return gap === undefined ? {} : { gap: gap.gap }
}

/** There is no plan that can be carried out, and no answer yet. */
export function planless(state: State, faults: readonly string[]): LoopResult {
  const gap = `There is no plan that can be carried out: ${faults.join('; ')}`
  return { answer: null, outcome: 'stuck:plan', gap, details: detailsOf(state, 'plan') }
}

/** A person said no, or left nothing to do. What was answered before stays the best answer. */
export function blocked(state: State, stop: 'refused' | 'emptied'): LoopResult {
  return { answer: state.answer ?? null, outcome: 'blocked', ...gapOf(state), details: detailsOf(state, stop) }
}

/** The answer was not written to its end. */
export function broken(state: State, piece: Piece): LoopResult {
  return cutOff(piece, detailsOf(state, ''))
}

/** The author said nothing: what was proposed is the answer. */
export function silent(state: State): LoopResult {
  return { answer: null, outcome: 'stuck:unreadable', ...gapOf(state), details: detailsOf(state, 'unreadable') }
}

export function detailsOf(state: State, stop: string): Readonly<Record<string, Json>> {
  const { round, config, history, gap, all, ledger } = state
  return {
    stop,
    agentic_iteration: round,
    agentic_max_rounds: config.maxAgenticRounds,
    agentic_history: asJson(history),
    agentic_gap: gap?.gap ?? '',
    tasks: all.map(summaryOf),
    contradictions: asJson(ledger.contradictions),
    sources: sourcesOf(state),
  }
}
