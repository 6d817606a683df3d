/** Why a session is paused. */
import type { Intervention } from '@gyre/core'
import { oneLine } from '../terminal/one-line.ts'

export type Pause = {
  readonly by: string
  readonly reason: string | null
  /** Whether the session stopped by itself, for a person to look at it. */
  readonly isBreak: boolean
}

/** What paused a session last, read off what was sent to it. */
export function lastPause(sent: readonly Pick<Intervention, 'action' | 'state' | 'body' | 'by'>[]): Pause | undefined {
  const last = sent.findLast(({ action, state }) => state === 'applied' && (action === 'pause' || action === 'step'))
  if (!last) return undefined
  const { reason } = (last.body ?? {}) as { readonly reason?: string }
  return { by: last.by, reason: reason ?? null, isBreak: last.by === 'break-point' }
}

/** `break-point: before pay`, `paused by local`. */
export function pauseText({ by, reason, isBreak }: Pause): string {
  return `${isBreak ? 'break-point' : `paused by ${by}`}${reason ? `: ${oneLine(reason)}` : ''}`
}
