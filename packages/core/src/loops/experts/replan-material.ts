/** What a planner is shown of the rounds before. All of it may quote pages: it is fenced. */
import type { LoopContext } from '../../kernel/context.ts'
import type { PromptTemplate } from '../../kernel/prompt-template.ts'
import { shownFacts } from './facts.ts'
import type { GapType } from './gap-type.ts'
import { earlierAnswer } from './merging.ts'
import { prompts } from './prompts.ts'
import { lineOf, type MadeCall, shownEvidence, type TaskResult } from './result.ts'
import { establishedIn, type Gap, resultsOf, type State, sourcesOf } from './state.ts'

/** The last so many tasks, queries, calls and sources are shown, and so much of each. */
const mostTasks = 60
const mostQueries = 20
const mostFailures = 10
const mostSources = 12
const longestLine = 200
const longestList = 12_000
const longestGap = 4_000

const strategies: Readonly<Record<GapType, PromptTemplate<never>>> = {
  expert_failure: prompts.expertFailure,
  tool_failure: prompts.toolFailure,
  contradiction: prompts.contradiction,
  scope_drift: prompts.scopeDrift,
  context_gap: prompts.contextGap,
  spec_gap: prompts.specGap,
}

type Parts = Readonly<Record<string, string | undefined>>

/** What was done: the tasks with their ids, the answer they led to, and whom experts referred to. */
export function earlierWork(state: State): Parts {
  // The results of the round before are the newest there are.
  const before = resultsOf({ ...state, round: state.round - 1 })
  const tasks = state.all
    .slice(-mostTasks)
    .map(({ id, category, question }) => `${id} (${category}): ${short(question)}`)
  return {
    'earlier-tasks': tasks.map((line) => `- ${line}`).join('\n'),
    'earlier-answer': earlierAnswer(state),
    referrals: listed(before.flatMap(referralLine), 'experts'),
  }
}

/** What is known, what is missing and what was tried, in the order the prompt names it; the instructions stand last. */
export function replanParts(ctx: LoopContext, state: State, { gap, type, nextFocus }: Gap): Parts {
  const calls = state.all.flatMap((result) => result.calls)
  return {
    'established-facts': shownFacts(establishedIn(state)) ?? 'none',
    unresolved: shownGap(gap),
    'next-focus': [ctx.prompt(strategies[type]), ...(nextFocus === '' ? [] : [shownGap(nextFocus)])].join('\n'),
    'queries-tried': listed(calls.flatMap(queryLine).slice(-mostQueries), 'queries'),
    'failed-calls': listed(calls.flatMap(failureLine).slice(-mostFailures), 'calls'),
    'sources-seen': listed(sourcesOf(state).slice(-mostSources).map(short), 'sources'),
    depth: depthHint(ctx, state.round),
    instructions: ctx.prompt(prompts.replanFocus),
  }
}

/** What a judge says is missing. It has read the answer, and that may quote pages. */
export function shownGap(gap: string): string {
  return shownEvidence({ text: gap, untrusted: { from: 'judge' } }, longestGap)
}

function listed(lines: readonly string[], from: string): string | undefined {
  if (lines.length === 0) return undefined
  return shownEvidence({ text: lines.map((line) => `- ${line}`).join('\n'), untrusted: { from } }, longestList)
}

function short(text: string): string {
  return lineOf(text, longestLine)
}

function queryLine({ query, quality }: MadeCall): readonly string[] {
  return query === undefined ? [] : [`${short(query)} (${quality})`]
}

function failureLine({ tool, input, quality }: MadeCall): readonly string[] {
  return quality === 'failed' ? [`${tool} ${short(input)}`] : []
}

function referralLine({ id, referral }: TaskResult): readonly string[] {
  return referral === '' ? [] : [`task ${id} refers to: ${short(referral)}`]
}

function depthHint(ctx: LoopContext, round: number): string {
  if (round <= 1) return ctx.prompt(prompts.depth1)
  return round === 2 ? ctx.prompt(prompts.depth2) : ctx.prompt(prompts.depth3)
}
