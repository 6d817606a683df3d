/** Merging: one answer from all results that stand. */
import type { LoopContext, Reply } from '../../kernel/context.ts'
import { type Message, system, user } from '../../messages.ts'
import { material } from '../../parsing/material.ts'
import { reactGrammar } from '../../parsing/react-grammar.ts'
import type { Contradiction } from './contradiction.ts'
import { shownFacts } from './facts.ts'
import { prompts } from './prompts.ts'
import { byPriority, shownEvidence, type TaskResult, weightOf } from './result.ts'
import type { State } from './state.ts'

/** What all results, and each contradiction, may take of a request. */
const longestTogether = 48_000
const leastShare = 2_000
const longestSide = 600

/** The text, and how the reply ended that it is from. */
export type Merged = { readonly text: string; readonly finish: Reply['finish'] }

export async function merge(ctx: LoopContext, state: State): Promise<Merged> {
  const only = soleAnswer(state)
  if (only !== undefined) return { text: only, finish: 'stop' }
  const messages = mergeRequest(ctx, state)
  // The grammar keeps a call that it writes all the same from people.
  const { text, finish } = await ctx.generate(messages, { label: 'merge', grammar: reactGrammar })
  return { text: text.trim(), finish }
}

/** One sure expert, and nothing beside it to be merged: what it said is the answer. */
function soleAnswer({ ledger, facts }: State): string | undefined {
  const [only, ...others] = ledger.standing
  if (!only || others.length > 0 || facts.length > 0 || ledger.contradictions.length > 0) return undefined
  const isSure = only.kind === 'expert' && only.confidence === 'high' && only.outcome === 'answered'
  return isSure ? (only.output ?? undefined) : undefined
}

function mergeRequest(ctx: LoopContext, { task, ledger, facts, leftOut }: State): readonly Message[] {
  const given = material({
    task: task.goal,
    results: shownResults(ledger.standing),
    facts: shownFacts(facts),
    contradictions: shownContradictions(ledger.contradictions),
    'left-out': leftOut || undefined,
  })
  return [system(ctx.prompt(prompts.merge)), ...task.messages, user(given, ...task.files)]
}

/** In the order in which they count, each with its weight; undefined when there are none. */
export function shownResults(results: readonly TaskResult[]): string | undefined {
  if (results.length === 0) return undefined
  const given = results.filter(({ output }) => output !== null)
  const share = Math.max(leastShare, Math.floor(longestTogether / Math.max(1, given.length)))
  const without = results.filter(({ output }) => output === null)
  return [
    ...byPriority(given).map((result) => shownResult(result, share)),
    ...without.map(({ id, question, outcome }) => `Step ${id}: ${question}\nIt gave nothing (${outcome}).`),
  ].join('\n\n')
}

function shownResult(result: TaskResult, longest: number): string {
  const { id, category, kind, question, confidence, evidence, gaps, outcome } = result
  const who = kind === 'expert' ? `${category} expert, confidence ${confidence}` : kind
  const share = Math.max(200, Math.floor(longest / Math.max(1, evidence.length)))
  return [
    `${weightOf(result)} (${who})`,
    `Step ${id}: ${question}`,
    ...(outcome === 'answered' ? [] : [`It ended early (${outcome}).`]),
    ...evidence.map((each) => shownEvidence(each, share)),
    ...(gaps === '' ? [] : ['It said that it lacks:', said(gaps, id)]),
  ].join('\n')
}

function said(text: string, id: string): string {
  return shownEvidence({ text, untrusted: { from: `step ${id}` } }, longestSide)
}

export function shownContradictions(contradictions: readonly Contradiction[]): string | undefined {
  if (contradictions.length === 0) return undefined
  return contradictions
    .map(({ question, earlier, later }) => {
      const side = ({ id, confidence, says }: Contradiction['earlier']) =>
        `Step ${id}, confidence ${confidence}:\n${said(says, id)}`
      return `${question}\n${side(earlier)}\n${side(later)}`
    })
    .join('\n\n')
}
