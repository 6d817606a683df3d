/** What is known of a tool beside itself: where it is from, its limits here and its breaker. */
import type { BreakerReport, EffectiveLimits } from '@gyre/tools/guard'
import type { OfferedTool } from '../../wiring/offered-tool.ts'
import type { Place } from '../place.ts'
import { breakerJson } from './breaker-words.ts'

export type ToolFacts = {
  readonly offered: OfferedTool
  readonly limits: EffectiveLimits
  readonly breaker: BreakerReport
}

export async function factsOf(
  { guard, limitsOf }: Pick<Place, 'guard' | 'limitsOf'>,
  all: readonly OfferedTool[],
): Promise<readonly ToolFacts[]> {
  const breakers = await guard.breakers.list(all.map(({ tool }) => tool.name))
  return all.map((offered, at) => ({ offered, limits: limitsOf(offered.tool), breaker: breakers[at] as BreakerReport }))
}

/** For programs. */
export function toolJson({ offered: { tool, from }, limits, breaker }: ToolFacts) {
  const { name, description, effect, approval, permissions, trusted, input } = tool
  const { tool: _, ...state } = breakerJson(breaker)
  return { name, description, from, effect, approval, permissions, trusted, limits, breaker: state, input }
}
