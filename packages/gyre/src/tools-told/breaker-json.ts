/** The state of a breaker in plain data. */
import type { BreakerReport } from '@gyre/tools/guard'

export function breakerJson({ tool, state, failures, since, until }: BreakerReport) {
  const at = (ms: number) => (state === 'closed' ? null : new Date(ms).toISOString())
  return { tool, state, failures, since: at(since), until: at(until) }
}
