/** Which model to use when nobody has said it. */
import { type Clock, type Json, type KeyValue, systemClock } from '@gyre/core'
import { fetchIfOpen } from './fetch-if-open.ts'
import { providers } from './names/providers.ts'
import { detectionPrefix } from './remembered.ts'

/** The model to use, and why this one. */
export type Detection = {
  /** `provider/model`, or what the setting says. */
  readonly name: string
  /** Why this one, for people. */
  readonly why: string
}

/** Where to look: the environment, a setting, and servers on this machine. */
export type DetectionOptions = {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The model that a setting names; it comes after GYRE_MODEL. */
  readonly setting?: string | undefined
  /** Where that is from, for people. */
  readonly settingFrom?: string | undefined
  /** Where it is remembered which local server answered. */
  readonly keyValue?: Pick<KeyValue, 'get' | 'set'> | undefined
  readonly fetch?: typeof globalThis.fetch
  readonly clock?: Pick<Clock, 'after'>
}

/** In the order they are looked for; neither the smallest nor the dearest of each provider. */
const defaults: readonly { readonly provider: string; readonly model: string }[] = [
  { provider: 'openai', model: 'gpt-5.4-mini' },
  { provider: 'anthropic', model: 'claude-sonnet-5' },
  { provider: 'google', model: 'gemini-3.7-flash' },
  { provider: 'mistral', model: 'mistral-medium-latest' },
]

const localServers = ['ollama', 'lmstudio', 'llamacpp']
const answerMs = 150
const rememberMs = 600_000
const memoryKey = `${detectionPrefix}local`

/** The model that is set, else one whose key is in the environment, else one of a local server, else the demo model. */
export async function detectModel(options: DetectionOptions): Promise<Detection> {
  return knownModel(options) ?? (await rememberedLocal(options)) ?? demo
}

/** The same as far as nobody need be asked: what is set, or has its key in the environment. */
export function knownModel(options: Pick<DetectionOptions, 'env' | 'setting' | 'settingFrom'>): Detection | undefined {
  return named(options) ?? byKey(options.env)
}

const demo: Detection = {
  name: 'demo/rules',
  why: 'no model is set, no key is in the environment and no local server answers',
}

function named({
  env,
  setting,
  settingFrom = 'a setting',
}: Pick<DetectionOptions, 'env' | 'setting' | 'settingFrom'>): Detection | undefined {
  const variable = filled(env['GYRE_MODEL'])
  if (variable !== undefined) return { name: variable, why: 'GYRE_MODEL names it' }
  const set = filled(setting)
  return set === undefined ? undefined : { name: set, why: `${settingFrom} names it` }
}

function filled(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text.trim()
}

function byKey(env: DetectionOptions['env']): Detection | undefined {
  for (const { provider, model } of defaults) {
    const keys = providers.find(({ name }) => name === provider)?.keys ?? []
    const key = keys.find((variable) => filled(env[variable]) !== undefined)
    if (key !== undefined) return { name: `${provider}/${model}`, why: `${key} is in the environment` }
  }
  return undefined
}

/** That no server answered is remembered, too: asking costs a part of a second each time. */
async function rememberedLocal(options: DetectionOptions): Promise<Detection | undefined> {
  const { keyValue } = options
  // Memory is a convenience: a store that fails must not keep anybody from starting.
  const known = await keyValue?.get(memoryKey).catch(() => undefined)
  const name = typeof known === 'string' ? known : await askLocal(options)
  if (known === undefined) await keyValue?.set(memoryKey, (name ?? '') satisfies Json, rememberMs).catch(() => {})
  if (name === undefined || name === '') return undefined
  return { name, why: `${name.slice(0, name.indexOf('/'))} answers on this machine` }
}

/** The first of the local servers, in their order, that has a model; all are asked at once. */
async function askLocal({ fetch = fetchIfOpen, clock = systemClock }: DetectionOptions): Promise<string | undefined> {
  const late = new AbortController()
  const stop = clock.after(answerMs, () => late.abort(), { keepsAlive: true })
  try {
    const asked = localServers.map((name) => firstModel(name, fetch, late.signal))
    const models = await Promise.all(asked)
    return models.find((model) => model !== undefined)
  } finally {
    stop()
  }
}

async function firstModel(
  name: string,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<string | undefined> {
  const baseUrl = providers.find((provider) => provider.name === name)?.baseUrl
  const late = new Promise<undefined>((resolve) => signal.addEventListener('abort', () => resolve(undefined)))
  const answer = fetch(`${baseUrl}/models`, { signal }).then(async (response) => {
    const body = response.ok ? ((await response.json()) as { data?: readonly { id?: unknown }[] }) : undefined
    const model = body?.data?.find(({ id }) => typeof id === 'string' && !embedding.test(id))?.id
    return model === undefined ? undefined : `${name}/${String(model)}`
  })
  return Promise.race([answer.catch(() => undefined), late])
}

/** Local servers list models that only make vectors among the others. */
const embedding = /embed|bge-|minilm|rerank/i
