/** Merging: one answer from all results that stand. */
import type { LoopContext, Reply } from '../../kernel/context.ts'
import { type Message, system, user } from '../../messages.ts'
import { material } from '../../parsing/material.ts'
import { reactGrammar } from '../../parsing/react-grammar.ts'
import type { Contradiction } from './contradiction.ts'
import { shownFacts } from './facts.ts'
import { prompts } from './prompts.ts'
import { byPriority, lineOf, longestGap, shownEvidence, type TaskResult, weightOf } from './result.ts'
import { clearedFacts, type State } from './state.ts'

/** What the texts of all results may take of a request, and so much of each question. */
const longestTogether = 48_000
const longestQuestion = 600

/** The newest contradictions are shown, so much of all of them together, and so much of a side. */
const mostContradictions = 20
const longestSides = 12_000
const longestSide = 600
const longestAnswer = 12_000

/** The text, and how the reply ended that it is from. */
export type Merged = { readonly text: string; readonly finish: Reply['finish'] }

export async function merge(ctx: LoopContext, state: State): Promise<Merged> {
  const only = soleAnswer(state)
  return only === undefined ? writeAnswer(ctx, state) : { text: only, finish: 'stop' }
}

/** The same by the merger, however sure one of them is: a part is not the whole. With `unfinished` it is told what is missing, for the work was cut short. */
export async function writeAnswer(ctx: LoopContext, state: State, unfinished?: string): Promise<Merged> {
  const messages = mergeRequest(ctx, state, unfinished)
  // The grammar keeps a call that it writes all the same from people.
  const { text, finish } = await ctx.generate(messages, { label: 'merge', grammar: reactGrammar })
  return { text: text.trim(), finish }
}

/** One sure expert, and nothing beside it or before it to be merged: what it said is the answer. */
function soleAnswer({ ledger, answer }: State): string | undefined {
  const { standing, cleared, contradictions } = ledger
  const [only, ...others] = standing
  const beside = others.length + cleared.length + contradictions.length
  if (!only || beside > 0 || answer !== undefined) return undefined
  const isSure = only.kind === 'expert' && only.confidence === 'high' && only.outcome === 'answered'
  return isSure ? (only.output ?? undefined) : undefined
}

function mergeRequest(ctx: LoopContext, state: State, unfinished: string | undefined): readonly Message[] {
  const { task, ledger, leftOut } = state
  const given = material({
    task: task.goal,
    results: shownResults(ledger.standing),
    facts: shownFacts(clearedFacts(state)),
    'earlier-answer': earlierAnswer(state),
    contradictions: shownContradictions(ledger.contradictions),
    'left-out': leftOut || undefined,
    unfinished: unfinished && shownEvidence({ text: unfinished, untrusted: { from: 'gap' } }, longestGap),
  })
  const asked = [
    ctx.prompt(prompts.merge),
    ...(state.answer === undefined ? [] : [ctx.prompt(prompts.mergeAgain)]),
    ...(unfinished === undefined ? [] : [ctx.prompt(prompts.unfinished)]),
  ]
  return [system(asked.join('\n')), ...task.messages, user(given, ...task.files)]
}

/** The answer of the round before: most of what it was written from is shown no more. It may quote pages. */
export function earlierAnswer({ answer }: State): string | undefined {
  return answer && shownEvidence({ text: answer, untrusted: { from: 'earlier answer' } }, longestAnswer)
}

/** In the order in which they count, each with its weight; undefined when there are none. */
export function shownResults(results: readonly TaskResult[]): string | undefined {
  if (results.length === 0) return undefined
  const given = results.filter(({ output }) => output !== null)
  const share = Math.floor(longestTogether / Math.max(1, given.length))
  const without = results.filter(({ output }) => output === null)
  return [
    ...byPriority(given).map((result) => shownResult(result, share)),
    ...without.map(
      ({ id, question, outcome }) => `Step ${id}: ${lineOf(question, longestQuestion)}\nIt gave nothing (${outcome}).`,
    ),
  ].join('\n\n')
}

function shownResult(result: TaskResult, longest: number): string {
  const { id, category, kind, question, confidence, evidence, gaps, outcome } = result
  const who = kind === 'expert' ? `${category} expert, confidence ${confidence}` : kind
  const texts = evidence.length + (gaps === '' ? 0 : 1)
  const share = Math.floor(longest / Math.max(1, texts))
  return [
    `${weightOf(result)} (${who})`,
    `Step ${id}: ${lineOf(question, longestQuestion)}`,
    ...(outcome === 'answered' ? [] : [`It ended early (${outcome}).`]),
    ...evidence.map((each) => shownEvidence(each, share)),
    ...(gaps === '' ? [] : ['It said that it lacks:', said(gaps, id, Math.min(share, longestSide))]),
  ].join('\n')
}

function said(text: string, id: string, longest: number): string {
  return shownEvidence({ text, untrusted: { from: `step ${id}` } }, longest)
}

export function shownContradictions(contradictions: readonly Contradiction[]): string | undefined {
  if (contradictions.length === 0) return undefined
  const shown = contradictions.slice(-mostContradictions)
  const longest = Math.min(longestSide, Math.floor(longestSides / (2 * shown.length)))
  return shown
    .map(({ question, earlier, later }) => {
      const side = ({ id, confidence, says }: Contradiction['earlier']) =>
        `Step ${id}, confidence ${confidence}:\n${said(says, id, longest)}`
      return `${lineOf(question, longestQuestion)}\n${side(earlier)}\n${side(later)}`
    })
    .join('\n\n')
}
