/** What people set for the sessions of a loop. It holds where neither the caller nor the persona says anything. */
import type { Json, JsonObject } from '../json.ts'
import type { SettingKey, SettingValues, Tier } from './setting-table.ts'

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

/** A value and where it comes from; those of later layers win. */
type LayeredValue = { readonly key: SettingKey; readonly value: Json; readonly source: string }

const layers: readonly string[] = ['default', 'store', 'config', 'environment']

/** Of those that somebody set. */
export function loopSettings(entries: readonly LayeredValue[]): LoopSettings {
  const set = entries.filter(({ source }) => source !== 'default')
  const values = new Map<string, Json>(set.map(({ key, value }) => [key, value]))
  const config = Object.entries(configKeys).flatMap(([key, name]) => {
    const value = values.get(key)
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    config: Object.fromEntries(config),
    model: modelOfTier(set),
    deliver: values.get('reasoning.default_delivery') as SettingValues['reasoning.default_delivery'] | undefined,
  }
}

/** A tier that stands for no model leaves the usual one, and so does one below the layer that names the usual one. */
function modelOfTier(set: readonly LayeredValue[]): string | undefined {
  const entry = (key: SettingKey) => set.find((each) => each.key === key)
  const layerOf = (found: LayeredValue | undefined) => (found?.value ? layers.indexOf(found.source) : -1)
  const tier = entry('reasoning.llm_tier')
  if (!tier || layerOf(entry('default_model')) > layerOf(tier)) return undefined
  return (entry(`tier.${tier.value as Tier}`)?.value as string | undefined) || undefined
}
