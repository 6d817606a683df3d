/** What is known of a tool beside itself: where it is from, its limits here and its breaker. */
import { matchesGlob, type Tool } from '@gyre/core'
import type { BreakerReport, EffectiveLimits, ToolGuard } from '@gyre/tools/guard'
import type { OfferedTool } from '../wiring/offered-tool.ts'
import { breakerJson } from './breaker-json.ts'

export type ToolFacts = {
  readonly offered: OfferedTool
  readonly limits: EffectiveLimits
  readonly breaker: BreakerReport
  /** Its permissions that nobody has here: it cannot run. */
  readonly denied: readonly string[]
}

export type FactSources = {
  readonly guard: Pick<ToolGuard, 'breakers'>
  readonly limitsOf: (tool: Tool) => EffectiveLimits
  /** Permissions that no tool has. */
  readonly rules?: { readonly denied: readonly string[] }
}

export async function factsOf(
  { guard, limitsOf, rules }: FactSources,
  all: readonly OfferedTool[],
): Promise<readonly ToolFacts[]> {
  const breakers = await guard.breakers.list(all.map(({ tool }) => tool.name))
  return all.map((offered, at) => ({
    offered,
    limits: limitsOf(offered.tool),
    breaker: breakers[at] as BreakerReport,
    denied: deniedOf(offered.tool, rules?.denied ?? []),
  }))
}

/** For programs. */
export function toolJson({ offered: { tool, from }, limits, breaker, denied }: ToolFacts) {
  const { name, description, effect, approval, permissions, trusted, input } = tool
  const { tool: _, ...state } = breakerJson(breaker)
  return { name, description, from, effect, approval, permissions, denied, trusted, limits, breaker: state, input }
}

function deniedOf({ permissions }: Tool, denied: readonly string[]): readonly string[] {
  return permissions.filter((permission) => denied.some((pattern) => matchesGlob(pattern, permission)))
}
