/** How experts ends: with the answer there is, and with the gap where one is known. */
import { GyreError } from '../../errors.ts'
import type { Json } from '../../json.ts'
import type { LoopContext } from '../../kernel/context.ts'
import type { LoopResult } from '../../kernel/loop.ts'
import { system, user } from '../../messages.ts'
import { material } from '../../parsing/material.ts'
import { reactGrammar } from '../../parsing/react-grammar.ts'
import { cutOff, isPiece, type Piece } from '../cut-off.ts'
import { modelFailure } from '../model-failure.ts'
import { shownTask } from '../shown-task.ts'
import { type Critique, readCritique } from './critic-reply.ts'
import { shownFacts } from './facts.ts'
import { shownResults } from './merging.ts'
import { prompts } from './prompts.ts'
import { summaryOf } from './result.ts'
import { asJson, resultsOf, type State, sourcesOf } from './state.ts'

/** The end of a session that has an answer: the critic sees it, whatever ended the rounds. */
export async function finished(ctx: LoopContext, state: State): Promise<LoopResult> {
  const { answer, gap } = state
  if (answer === undefined) return withoutAnswer(state)
  const checked = state.config.critic ? await criticised(ctx, state, answer) : answer
  const details = detailsOf(state, stopOf(state))
  return gap === undefined
    ? { answer: checked, details }
    : { answer: checked, outcome: 'gap_open', gap: gap.gap, details }
}

/** Why no round followed. */
function stopOf({ stop, tokens, config }: State): string {
  if (stop !== '') return stop
  return tokens >= config.tokenGuard ? 'tokens' : 'rounds'
}

/** The answer as the critic leaves it. What cannot be used of its reply changes nothing. */
async function criticised(ctx: LoopContext, state: State, answer: string): Promise<string> {
  ctx.phase('evaluating')
  const critique = await critiqueOf(ctx, state, answer)
  ctx.note('critic', { verdict: critique.is, ...(critique.is === 'refused' && { reason: critique.why }) })
  return critique.is === 'corrected' ? critique.answer : answer
}

async function critiqueOf(ctx: LoopContext, state: State, answer: string): Promise<Critique> {
  const { task, ledger, facts } = state
  const given = { ...shownTask(task), answer, results: shownResults(ledger.standing), facts: shownFacts(facts) }
  const messages = [system(ctx.prompt(prompts.critic)), user(material(given), ...task.files)]
  const options = { label: 'critic', role: 'judge', temperature: 0, grammar: reactGrammar } as const
  const reply = await ctx.generate(messages, options).catch(modelFailure)
  if (reply instanceof GyreError) return { is: 'refused', why: `the critic failed: ${reply.message}` }
  if (isPiece(reply)) return { is: 'refused', why: 'it was cut off' }
  if (reply.fault !== undefined && reply.text.trim() !== '') return { is: 'refused', why: reply.fault }
  return readCritique(reply.text, answer)
}

/** No task gave anything: the first that was blocked, failed or got stuck says why. */
function withoutAnswer(state: State): LoopResult {
  const met = resultsOf(state).find(({ outcome }) => /^(?:blocked$|stuck:|failed:)/.test(outcome))
  const outcome = (met?.outcome ?? 'stuck:unreadable') as NonNullable<LoopResult['outcome']>
  return { answer: null, outcome, ...gapOf(state), details: detailsOf(state, 'nothing') }
}

function gapOf({ gap }: State): { readonly gap?: string } {
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

function detailsOf(state: State, stop: string): Readonly<Record<string, Json>> {
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
