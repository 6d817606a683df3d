/** Every setting: its shape, its default and what it does. */
import { z } from 'zod'

/** Names for models, from the one on this machine to the strongest. */
export const tiers = ['local', 'light', 'medium', 'heavy'] as const

/** A name for a class of models, which a setting makes a model. */
export type Tier = (typeof tiers)[number]

type Setting<T> = { readonly schema: z.ZodType<T>; readonly value: T; readonly description: string }

function setting<T>(schema: z.ZodType<T>, value: NoInfer<T>, description: string): Setting<T> {
  return { schema, value, description }
}

const modelId = z.string().regex(/^[^\s"'`]*$/, 'expected `provider/model`, such as openai/gpt-5, or an empty text')
const usdPerMillion = z.number().min(0)
const price = z.strictObject({
  input: usdPerMillion,
  output: usdPerMillion,
  cachedInput: usdPerMillion.optional(),
  cacheWrite: usdPerMillion.optional(),
})
const names = z.array(z.string().min(1))
/** The bounds are those of the loop: what can be saved can be used. */
const upTo = (most: number) => z.int().min(1).max(most)
const day = 86_400

/** Every setting with its shape, its default and what it does. */
export const settingTable = {
  default_loop: setting(
    z.string().regex(/^[a-z][a-z0-9-]*$/, 'expected the name of a loop, such as react'),
    'react',
    'The loop of a session that names none.',
  ),
  default_model: setting(modelId, '', 'The model of a session that names none; empty is the first one found.'),
  embedding_model: setting(
    modelId,
    '',
    'Who makes vectors of texts: `provider/model`; empty or `lexical/hashed` needs no service.',
  ),
  'tier.local': setting(modelId, '', 'The model that `local` stands for.'),
  'tier.light': setting(modelId, '', 'The model that `light` stands for.'),
  'tier.medium': setting(modelId, '', 'The model that `medium` stands for.'),
  'tier.heavy': setting(modelId, '', 'The model that `heavy` stands for.'),
  prices: setting(z.record(z.string(), price), {}, 'USD for a million tokens, by model.'),
  fallbacks: setting(z.record(z.string(), names), {}, 'The models to ask when one does not answer, by that model.'),
  'memory.sessions': setting(z.boolean(), true, 'Whether the answers of sessions are remembered.'),
  'memory.days': setting(z.number().min(0), 90, 'Days after which an answer is forgotten; 0 keeps it.'),
  loops_off: setting(names, [], 'Loops that nobody may start.'),
  'reasoning.enabled': setting(z.boolean(), true, 'Whether the loop `reason` may be started.'),
  'reasoning.llm_tier': setting(z.enum(tiers), 'local', 'The tier of the model that `reason` uses, once it is set.'),
  'reasoning.max_iterations': setting(upTo(10_000), 15, 'Iterations of `reason` before it must end.'),
  'reasoning.max_llm_calls': setting(upTo(100_000), 60, 'Model calls of `reason` before it must end.'),
  'reasoning.skill_whitelist': setting(
    names,
    ['web.search', 'web.fetch', 'knowledge.*', 'memory.*', 'math.*', 'calendar.*'],
    'Tools that `reason` may plan with, `*` for any part of a name.',
  ),
  'reasoning.done_confidence_threshold': setting(
    z.number().min(0).max(1),
    0.7,
    'How sure `reason` must be to call its goal reached.',
  ),
  'reasoning.stuck_threshold': setting(upTo(100), 3, 'Failures after which `reason` is stuck.'),
  'reasoning.step_timeout_seconds': setting(upTo(day), 120, 'Seconds a tool of `reason` may take.'),
  'reasoning.max_plan_steps': setting(upTo(100), 8, 'The longest plan of `reason`, in steps.'),
  'reasoning.default_delivery': setting(names, ['memory'], 'Where results of `reason` go when nothing else is said.'),
} as const

/** The name of a setting. */
export type SettingKey = keyof typeof settingTable

/** The type of each setting's value. */
export type SettingValues = { readonly [K in SettingKey]: (typeof settingTable)[K]['value'] }

/** The names of all settings, in the order of the table. */
export const settingKeys = Object.keys(settingTable) as readonly SettingKey[]

/** Whether there is a setting of this name. */
export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settingTable, key)
}
