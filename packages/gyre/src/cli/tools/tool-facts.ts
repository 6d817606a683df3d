/** What is known of a tool beside itself: where it is from, its limits here and its breaker. */
import type { BreakerReport, EffectiveLimits } from '@gyre/tools/guard'
import type { OfferedTool } from '../../wiring/offered-tool.ts'
import type { Place } from '../place.ts'
import { breakerJson } from './breaker-words.ts'
import { deniedOf, noRules } from './tool-rules.ts'

export type ToolFacts = {
  readonly offered: OfferedTool
  readonly limits: EffectiveLimits
  readonly breaker: BreakerReport
  /** Its permissions that nobody has here: it cannot run. */
  readonly denied: readonly string[]
}

export async function factsOf(
  { guard, limitsOf, rules = noRules }: Pick<Place, 'guard' | 'limitsOf' | 'rules'>,
  all: readonly OfferedTool[],
): Promise<readonly ToolFacts[]> {
  const breakers = await guard.breakers.list(all.map(({ tool }) => tool.name))
  return all.map((offered, at) => ({
    offered,
    limits: limitsOf(offered.tool),
    breaker: breakers[at] as BreakerReport,
    denied: deniedOf(offered.tool, rules),
  }))
}

/** For programs. */
export function toolJson({ offered: { tool, from }, limits, breaker, denied }: ToolFacts) {
  const { name, description, effect, approval, permissions, trusted, input } = tool
  const { tool: _, ...state } = breakerJson(breaker)
  return { name, description, from, effect, approval, permissions, denied, trusted, limits, breaker: state, input }
}
