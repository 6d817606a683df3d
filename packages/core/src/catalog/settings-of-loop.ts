/** What people set for the sessions of a loop. It holds where neither the caller nor the persona says anything. */
import type { Json, JsonObject } from '../json.ts'
import type { SettingKey, SettingValues } from './setting-table.ts'

export type LoopSettings = {
  /** What they say of its config. */
  readonly config: JsonObject
  /** The model to use in the place of the usual one. */
  readonly model: string | undefined
  readonly deliver: readonly string[] | undefined
}

/** The loop that has settings of its own. */
export const settableLoop = 'reason'

/** The settings that are a key of its config. */
const configKeys = {
  'reasoning.max_iterations': 'maxIterations',
  'reasoning.max_llm_calls': 'maxModelCalls',
  'reasoning.skill_whitelist': 'allowedTools',
  'reasoning.done_confidence_threshold': 'doneConfidence',
  'reasoning.stuck_threshold': 'stuckThreshold',
  'reasoning.step_timeout_seconds': 'toolTimeoutSeconds',
  'reasoning.max_plan_steps': 'maxPlanSteps',
} as const satisfies Partial<Record<SettingKey, string>>

/** Of those that somebody set. A tier that stands for no model leaves the usual one. */
export function loopSettings(set: Partial<SettingValues>): LoopSettings {
  const values = new Map<string, Json>(Object.entries(set) as [string, Json][])
  const config = Object.entries(configKeys).flatMap(([key, name]) => {
    const value = values.get(key)
    return value === undefined ? [] : [[name, value] as const]
  })
  const tier = set['reasoning.llm_tier']
  return {
    config: Object.fromEntries(config),
    model: (tier && set[`tier.${tier}`]) || undefined,
    deliver: set['reasoning.default_delivery'],
  }
}
