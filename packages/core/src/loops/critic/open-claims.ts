/** Claims that nobody has shown to hold, and why. */
import type { Check } from '../../parsing/claim-checks.ts'
import { spansOf } from '../../parsing/span-edits.ts'
import { checkedClaims, type Shown } from './evidence.ts'

type Why = 'failed' | 'toolless' | 'unmended' | 'unquoted'

export type OpenClaim = { readonly claim: string; readonly why: Why }

/** A text, what was checked in it so far, and what could not be. */
export type Work = {
  readonly text: string
  readonly checks: readonly Check[]
  readonly shown: Shown
  readonly leftOver: readonly OpenClaim[]
  readonly rounds: number
}

/** These claims in the words of the draft. Of others nobody can say whether they are gone: they stay open. */
export function leftOver(draft: string, claims: readonly string[], why: Why): readonly OpenClaim[] {
  return claims.map((claim) => {
    const [span] = spansOf(draft, claim)
    return span ? { claim: draft.slice(span.start, span.end), why } : { claim, why: 'unquoted' }
  })
}

const reasons: Readonly<Record<Why, string>> = {
  failed: 'Not checked, because the tools failed',
  toolless: 'Not checked, because no tool was named',
  unmended: 'Not mended, because the edit could not be applied',
  unquoted: 'Not found in the draft',
}

/** What is open in the text as it is now; null when nothing is. */
export function openGap(work: Work): string | null {
  const byReason = Map.groupBy(openClaims(work), ({ why }) => reasons[why])
  const sentences = [...byReason].map(([reason, open]) => {
    const claims = new Set(open.map(({ claim }) => `\`${claim}\``))
    return `${reason}: ${[...claims].join(', ')}`
  })
  return sentences.length === 0 ? null : `${sentences.join('. ')}.`
}

function openClaims({ text, checks, shown, leftOver }: Work): readonly OpenClaim[] {
  const checked = checkedClaims(checks, shown)
  const failed = checks.map(({ claim }) => ({ claim, why: 'failed' }) as const)
  return [...failed, ...leftOver].filter(({ claim, why }) => {
    if (why === 'unquoted') return true
    return (why === 'unmended' || !checked.has(claim)) && spansOf(text, claim).length > 0
  })
}
