/** Why a session was blocked, as far as its loop says so: a person said no, or left nothing to do. */
import type { Json } from '@gyre/core'

const reasons: Readonly<Record<string, string>> = {
  refused: 'a person refused the plan',
  emptied: 'nothing was left of the plan',
}

export function blockedReason(outcome: string | null, details: Json): string | undefined {
  const { stop } = (details ?? {}) as { readonly stop?: Json }
  return outcome === 'blocked' && typeof stop === 'string' && Object.hasOwn(reasons, stop) ? reasons[stop] : undefined
}
