/** What a task gave, how far it can be trusted, and how a model is shown it. */
import { shownText } from '../../fence.ts'
import type { Json } from '../../json.ts'
import type { Untrusted } from '../../messages.ts'
import { shortened, withoutMiddle } from '../../parsing/shortened-text.ts'
import { admissionIn } from './admission.ts'

export type Confidence = 'high' | 'medium' | 'low'

/** What did the work: a model, a search of the web, a calculation, a look into documents, or any other tool. */
export type WorkKind = 'expert' | 'web' | 'math' | 'graph' | 'tool'

/** A text that speaks for the answer; with `untrusted`, from outside. */
export type Evidence = { readonly text: string; readonly untrusted?: Untrusted }

export type Quality = 'ok' | 'partial' | 'empty' | 'failed'

/** A call that was made for a task. */
export type MadeCall = {
  readonly tool: string
  readonly input: string
  readonly quality: Quality
  /** What was searched for, where it was a search: as planned, without what results stood in it. */
  readonly query?: string
}

export type TaskResult = {
  readonly id: string
  /** The round it was done in; 0 is the first pass. */
  readonly round: number
  readonly category: string
  readonly kind: WorkKind
  /** What it was asked, as planned. */
  readonly question: string
  /** null when it gave nothing. */
  readonly output: string | null
  readonly confidence: Confidence
  readonly gaps: string
  readonly referral: string
  /** How its loop ended; of a tool's work: `answered`, `empty` or `failed`. */
  readonly outcome: string
  readonly evidence: readonly Evidence[]
  readonly sources: readonly string[]
  readonly supersedes?: string
  readonly calls: readonly MadeCall[]
  /** Tools that were called and must not be called again for the same, whether it is known how that ended or not. */
  readonly effects: readonly string[]
}

const ranks: Readonly<Record<Confidence, number>> = { low: 0, medium: 1, high: 2 }

export function isAtLeast(one: Confidence, other: Confidence): boolean {
  return ranks[one] >= ranks[other]
}

/** The lower one of two. */
export function lower(one: Confidence, other: Confidence): Confidence {
  return isAtLeast(one, other) ? other : one
}

/** So many characters are kept of what a task gave. */
export const longestOutput = 24_000

/** A text for a model, without its middle where it is too long, in its fence where it is from outside. */
export function shownEvidence({ text, untrusted }: Evidence, longest: number): string {
  const { text: kept, place } = shortened(text, longest)
  if (!untrusted) return kept
  const suspected = untrusted.suspected?.map((each) => ({ ...each, start: place(each.start), end: place(each.end) }))
  return shownText({ text: kept, untrusted: { from: untrusted.from, ...(suspected && { suspected }) } })
}

/** A text on one line of a list. */
export function lineOf(text: string, longest: number): string {
  return withoutMiddle(text, longest).replace(/\s+/g, ' ')
}

/** What an expert says it could not do. A tool's text may quote anybody. */
export function admissionOf(result: TaskResult): string | undefined {
  const { kind, output } = result
  return kind === 'expert' && output !== null ? admissionIn(output, result) : undefined
}

/** The order in which the merger believes: tools, documents, sure experts, the web, less sure ones. */
function priorityOf({ kind, confidence }: Pick<TaskResult, 'kind' | 'confidence'>): number {
  if (kind === 'tool' || kind === 'math') return 0
  if (kind === 'graph') return 1
  if (kind === 'web') return 3
  return confidence === 'high' ? 2 : confidence === 'medium' ? 4 : 5
}

export type Weight = 'PRIMARY' | 'SUPPORTING' | 'BACKGROUND'

export function weightOf(result: Pick<TaskResult, 'kind' | 'confidence'>): Weight {
  const priority = priorityOf(result)
  return priority <= 2 ? 'PRIMARY' : priority <= 4 ? 'SUPPORTING' : 'BACKGROUND'
}

/** The first ones first; those of equal rank as they were done. */
export function byPriority(results: readonly TaskResult[]): readonly TaskResult[] {
  return results.toSorted((one, other) => priorityOf(one) - priorityOf(other))
}

/** So many characters of an output, and of what is lacking, stand in the details; the journal has all of it. */
const longestDetail = 4_000
export const longestGap = 2_000

/** What is kept of a result in the details of a session. */
export function summaryOf(result: TaskResult): Json {
  const { id, round, category, kind, question, confidence, referral, outcome, sources } = result
  const output = result.output === null ? null : withoutMiddle(result.output, longestDetail)
  const gaps = withoutMiddle(result.gaps, longestGap)
  return { id, round, category, kind, task: question, output, confidence, gaps, referral, outcome, sources }
}
