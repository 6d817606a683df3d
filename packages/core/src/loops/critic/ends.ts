/** What critic ends with: verified, or what nobody could check. */
import type { LoopContext, LoopEnd } from '../../kernel/context.ts'
import type { LoopResult } from '../../kernel/loop.ts'
import { openGap, type Work } from './open-claims.ts'

/** Nothing was refuted. Claims that could not be checked or mended are not verified by that: they are the gap. */
export function verifiedEnd({ outcome, gap }: LoopEnd, work: Work): LoopResult {
  const { text, rounds } = work
  const open = openGap(work)
  if (open !== null) return openEnd(text, open, { stop: 'unchecked', rounds })
  return { answer: text, outcome, ...(gap !== null && { gap }), details: { stop: 'verified', rounds } }
}

/** The rounds are used up. */
export function limitEnd(drafted: LoopEnd, work: Work): LoopResult {
  const { text, rounds } = work
  const gap = openGap(work) ?? drafted.gap
  return { answer: text, outcome: 'limit:turns', ...(gap !== null && { gap }), details: { stop: 'limit', rounds } }
}

/** Nobody knows whether it holds, which is no verification. */
function openEnd(text: string, gap: string, details: Readonly<Record<string, string | number>>): LoopResult {
  return { answer: text, outcome: 'gap_open', gap, details }
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

/** Claims that cannot be read, or evidence without a revision that can be used: the text stands as it was. */
export function unreadableEnd(work: Work, fault?: string): LoopResult {
  const why =
    fault === undefined
      ? 'Claims were checked, but no revision came that can be used.'
      : 'The answer was not checked: the judge named no claims that could be read.'
  const open = openGap(work)
  const gap = open === null ? why : `${why} ${open}`
  return openEnd(work.text, gap, { stop: 'unreadable', rounds: work.rounds, ...(fault !== undefined && { fault }) })
}
