/** What a planner is shown of the rounds before: in the order the prompt names it. */
import type { LoopContext } from '../../kernel/context.ts'
import type { PromptTemplate } from '../../kernel/prompt-template.ts'
import { withoutMiddle } from '../../parsing/shortened-text.ts'
import { shownFacts } from './facts.ts'
import type { GapType } from './gap-type.ts'
import { prompts } from './prompts.ts'
import type { MadeCall, TaskResult } from './result.ts'
import { shownEvidence } from './result.ts'
import { establishedIn, type Gap, resultsOf, type State, sourcesOf } from './state.ts'

/** The last so many queries, calls and sources are shown, and so much of each. */
const mostQueries = 20
const mostFailures = 10
const mostSources = 12
const longestLine = 200
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

/** `state` is that of the round to be planned; the results of the one before are the newest it has. */
export function replanParts(ctx: LoopContext, state: State, { gap, type, nextFocus }: Gap): Parts {
  const before = resultsOf({ ...state, round: state.round - 1 })
  const outside = (text: string, from: string) => shownEvidence({ text, untrusted: { from } }, longestGap)
  return {
    'established-facts': shownFacts(establishedIn(state)) ?? 'none',
    unresolved: outside(gap, 'judge'),
    'next-focus': [ctx.prompt(strategies[type]), ...(nextFocus === '' ? [] : [outside(nextFocus, 'judge')])].join('\n'),
    'queries-tried': listed(state.all.flatMap(({ calls }) => calls.flatMap(queryLine)).slice(-mostQueries)),
    'failed-calls': listed(state.all.flatMap(({ calls }) => calls.flatMap(failureLine)).slice(-mostFailures)),
    'sources-seen': listed(sourcesOf(state).slice(-mostSources).map(short)),
    referrals: listed(before.flatMap(referralLine)),
    depth: depthHint(ctx, state.round),
  }
}

function listed(lines: readonly string[]): string | undefined {
  return lines.length === 0 ? undefined : lines.map((line) => `- ${line}`).join('\n')
}

function short(text: string): string {
  return withoutMiddle(text.replace(/\s+/g, ' '), longestLine)
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
