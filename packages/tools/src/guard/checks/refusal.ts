/** What a model reads of a call that was not made. */
import type { Refusal } from '@gyre/core'

export type RefusedBy = 'allow-list' | 'registry' | 'token' | 'rate-limit' | 'breaker' | 'input'

export function refusal(by: RefusedBy, why: string): Refusal {
  return { kind: 'refuse', by, text: `Not run: ${why}` }
}

/** `12 s`, never less than is left. */
export function seconds(ms: number): string {
  return `${Math.max(1, Math.ceil(ms / 1_000))} s`
}
