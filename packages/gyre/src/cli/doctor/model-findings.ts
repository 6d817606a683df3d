/** The model that would be used, keys, and local servers. */
import { type Provider, providers } from '@gyre/models'
import type { ModelRoom } from '../../wiring/model-room.ts'
import type { Environment } from '../io.ts'
import { type Finding, faultOf, note, ok } from './finding.ts'

/** A server on this machine answers in less, or not at all. */
const answerMs = 500

export type ModelOptions = {
  readonly models: Pick<ModelRoom, 'detect' | 'find'>
  readonly env: Environment
  /** Providers of the config: other addresses, and the variables their keys are in. */
  readonly addresses: Readonly<Record<string, { readonly baseUrl: string; readonly apiKeyEnv?: string | undefined }>>
  readonly fetch: typeof globalThis.fetch
}

export async function modelFindings(options: ModelOptions): Promise<readonly Finding[]> {
  return [await modelFinding(options.models), keyFinding(options), await serverFinding(options)]
}

async function modelFinding(models: ModelOptions['models']): Promise<Finding> {
  try {
    const { name, why } = await models.detect()
    const { id } = models.find(name)
    const said = id === name ? `${name}: ${why}` : `${name}, which is ${id}: ${why}`
    if (id !== 'demo/rules') return ok('model', said)
    return note(
      'model',
      said,
      'Set a key such as OPENAI_API_KEY, start a local server, or: gyre settings set default_model NAME',
    )
  } catch (error) {
    return faultOf('model', error)
  }
}

/** Keys are named and never shown. */
function keyFinding({ env, addresses }: ModelOptions): Finding {
  const own = Object.values(addresses).flatMap(({ apiKeyEnv }) => apiKeyEnv ?? [])
  const names = new Set([...providers.flatMap(({ keys }) => keys), ...own])
  const set = [...names].filter((name) => env[name]?.trim())
  return ok('keys', set.length === 0 ? 'none in the environment' : set.join(', '))
}

async function serverFinding({ addresses, fetch }: ModelOptions): Promise<Finding> {
  const local = providers.flatMap((provider) => addressOf(provider, addresses))
  const answers = await Promise.all(local.map(({ baseUrl }) => isAnswering(baseUrl, fetch)))
  const named = local.filter((_, at) => answers[at]).map(({ name, baseUrl }) => `${name} at ${baseUrl}`)
  return ok(
    'local servers',
    named.length > 0 ? named.join(', ') : `none answers (${local.map(({ name }) => name).join(', ')})`,
  )
}

function addressOf({ name, isLocal, baseUrl }: Provider, addresses: ModelOptions['addresses']) {
  const address = addresses[name]?.baseUrl ?? baseUrl
  return isLocal && address !== undefined ? [{ name, baseUrl: address }] : []
}

async function isAnswering(baseUrl: string, fetch: typeof globalThis.fetch): Promise<boolean> {
  try {
    const response = await fetch(`${baseUrl}/models`, { signal: AbortSignal.timeout(answerMs) })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
