/** Breakers as people read them. */
import type { BreakerReport } from '@gyre/tools/guard'
import { shownTime } from '../output/amounts.ts'

/** `closed`, `open, tries again in 4 m 10 s`. */
export function breakerText({ state, until }: BreakerReport, nowMs: number): string {
  if (state === 'closed') return 'closed'
  if (state === 'half-open') return 'half-open, a call is trying it'
  const wait = until - nowMs
  return wait > 0 ? `open, tries again in ${shownTime(wait)}` : 'open, the next call tries it'
}
