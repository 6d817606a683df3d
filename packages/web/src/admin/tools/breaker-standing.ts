/** How a tool's breaker stands, in a word that is shown with an icon. */
import type { Tone } from '../../ui/badge.tsx'
import { duration } from '../../ui/format.ts'
import type { IconName } from '../../ui/icon.tsx'

type Breaker = {
  readonly state: 'closed' | 'open' | 'half-open'
  readonly failures: number
  readonly until: string | null
}

type BreakerStanding = { readonly word: string; readonly tone: Tone; readonly icon: IconName }

/** A tool with a permission that nobody has here never runs, however its breaker stands. */
export function breakerStanding(
  { breaker, denied }: { readonly breaker: Breaker; readonly denied: readonly string[] },
  now: number,
): BreakerStanding {
  if (denied.length > 0) return { word: 'not allowed', tone: 'idle', icon: 'x' }
  if (breaker.state === 'closed') return { word: 'closed', tone: 'ok', icon: 'done' }
  if (breaker.state === 'half-open') return { word: 'half-open', tone: 'wait', icon: 'half' }
  return { word: `open, ${retryWords(breaker.until, now)}`, tone: 'bad', icon: 'failed' }
}

function retryWords(until: string | null, now: number): string {
  const leftMs = until === null ? 0 : Date.parse(until) - now
  if (leftMs <= 0) return 'next call tries it'
  // A countdown goes by whole seconds.
  const seconds = Math.ceil(leftMs / 1000)
  return `retry ${seconds < 60 ? `0:${String(seconds).padStart(2, '0')}` : duration(seconds * 1000)}`
}
