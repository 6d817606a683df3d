/** What critic ends with: verified, or what nobody could check. */
import type { LoopContext, LoopEnd } from '../../kernel/context.ts'
import type { LoopResult } from '../../kernel/loop.ts'
import { openGap, type Work } from './open-claims.ts'

/** Nothing was refuted. Claims that could not be checked or mended are not verified by that: they are the gap. */
export function verifiedEnd({ outcome, gap }: LoopEnd, work: Work): LoopResult {
  const { text, rounds } = work
  const open = openGap(work)
  if (open !== null) return openEnd(text, [open, gap], { stop: 'unchecked', rounds })
  return { answer: text, outcome, ...(gap !== null && { gap }), details: { stop: 'verified', rounds } }
}

/** The rounds are used up. */
export function limitEnd(drafted: LoopEnd, work: Work): LoopResult {
  const { text, rounds } = work
  const gap = joined([openGap(work), drafted.gap])
  return { answer: text, outcome: 'limit:turns', ...(gap !== '' && { gap }), details: { stop: 'limit', rounds } }
}

type Gaps = readonly (string | null)[]

/** Nobody knows whether it holds, which is no verification. What the draft lacks by its own word, it lacks still. */
function openEnd(text: string, gaps: Gaps, details: Readonly<Record<string, string | number>>): LoopResult {
  return { answer: text, outcome: 'gap_open', gap: joined(gaps), details }
}

function joined(gaps: Gaps): string {
  return gaps.filter((gap) => gap !== null).join(' ')
}

/** Without a draft there is nothing to check, and without tools nothing to check it with. */
export function uncheckedEnd(ctx: LoopContext, { outcome, gap }: LoopEnd, text: string): LoopResult {
  if (text === '') {
    const why = outcome === 'answered' ? 'stuck:unreadable' : outcome
    return { answer: null, outcome: why, ...(gap !== null && { gap }), details: { stop: 'no-draft', rounds: 0 } }
  }
  ctx.note('unchecked', { why: withoutTools })
  return { answer: text, outcome, gap: gap ?? withoutTools, details: { stop: 'no-tools', rounds: 0 } }
}

const withoutTools = 'The answer was not checked: there are no tools to check it with.'

/** Why a text could not be checked, or not be mended. */
export type Hindrance = {
  readonly ok: false
  readonly stop: 'unreadable' | 'check-failed' | 'revision-failed'
  readonly gap: string
  readonly fault?: string
}

/** The text stands as it was. */
export function hinderedEnd(drafted: LoopEnd, work: Work, { stop, gap, fault }: Hindrance): LoopResult {
  const details = { stop, rounds: work.rounds, ...(fault !== undefined && { fault }) }
  return openEnd(work.text, [gap, openGap(work), drafted.gap], details)
}
