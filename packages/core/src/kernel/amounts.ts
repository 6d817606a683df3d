/** Amounts: what is counted of a session, and what each step adds to it. */
import type { JsonObject } from '../json.ts'
import type { StepKind } from '../ports/facts.ts'
import type { Usage } from '../ports/model.ts'

/** What is counted. Calls of one tool are counted under `tool:<name>`. */
export type Resource =
  | 'modelCalls'
  | 'toolCalls'
  | 'inputTokens'
  | 'outputTokens'
  | 'tokens'
  | 'costUsd'
  | 'turns'
  | 'rounds'
  | 'planSteps'
  | `tool:${string}`

export type Amounts = { readonly [R in Resource]?: number }

export function modelAmounts(usage: Usage, costUsd: number | null, turn: boolean): Amounts {
  return {
    modelCalls: 1,
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    tokens: usage.inputTokens + usage.outputTokens,
    costUsd: costUsd ?? 0,
    turns: turn ? 1 : 0,
  }
}

/** One for each tool: an object with a computed key is dear, and there are few tools and many calls. */
const amountsOfTools = new Map<string, Amounts>()
const mostToolsKnown = 1000

export function toolAmounts(tool: string): Amounts {
  const known = amountsOfTools.get(tool)
  if (known) return known
  const amounts: Amounts = { toolCalls: 1, [`tool:${tool}`]: 1 }
  if (amountsOfTools.size < mostToolsKnown) amountsOfTools.set(tool, amounts)
  return amounts
}

/** Adds amounts to what was counted so far, or takes them away. */
export function addAmounts(counts: Map<Resource, number>, amounts: Amounts, sign: 1 | -1 = 1): void {
  for (const key in amounts) {
    const resource = key as Resource
    counts.set(resource, (counts.get(resource) ?? 0) + sign * (amounts[resource] ?? 0))
  }
}

/** What a recorded step cost, read off its data. */
export function recordedAmounts(kind: StepKind | string | null, data: JsonObject): Amounts {
  if (kind === 'generate' && data['usage']) {
    const cost = data['costUsd']
    return modelAmounts(data['usage'] as Usage, typeof cost === 'number' ? cost : null, data['turn'] === true)
  }
  if (kind === 'tool' && typeof data['tool'] === 'string' && data['made'] !== false) return toolAmounts(data['tool'])
  if (kind === 'plan' && typeof data['round'] === 'number') return { rounds: 1 }
  return {}
}
