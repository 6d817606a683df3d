/** What critic ends with: verified, or what nobody could check. */
import type { LoopContext, LoopEnd } from '../../kernel/context.ts'
import type { LoopResult } from '../../kernel/loop.ts'
import type { Check } from '../../parsing/claim-checks.ts'
import { spansOf } from '../../parsing/span-edits.ts'
import { type Shown, uncheckedClaims } from './evidence.ts'

/** A text, and all that was checked in it so far. */
export type Work = {
  readonly text: string
  readonly checks: readonly Check[]
  readonly shown: Shown
  readonly rounds: number
}

/** Nothing was refuted. Claims whose checks all failed are not verified by that: they are the gap. */
export function verifiedEnd({ outcome, gap }: LoopEnd, { text, checks, shown, rounds }: Work): LoopResult {
  const open = uncheckedClaims(checks, shown).filter((claim) => spansOf(text, claim).length > 0)
  if (open.length > 0) {
    const list = open.map((claim) => `\`${claim}\``).join(', ')
    return openEnd(text, `Not checked, because the tools failed: ${list}`, { stop: 'unchecked', rounds })
  }
  return { answer: text, outcome, ...(gap !== null && { gap }), details: { stop: 'verified', rounds } }
}

/** Nobody knows whether it holds, which is no verification. */
function openEnd(text: string, gap: string, details: { readonly stop: string; readonly rounds: number }): LoopResult {
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
export function unreadableEnd({ text, rounds }: Work, fault?: string): LoopResult {
  const gap =
    fault === undefined
      ? 'Claims were checked, but no revision came that can be used.'
      : `The claims could not be checked: ${fault}.`
  return openEnd(text, gap, { stop: 'unreadable', rounds })
}
