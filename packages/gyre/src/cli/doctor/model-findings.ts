/** The model that would be used, keys, and local servers. */
import { type Provider, providers } from '@gyre/models'
import type { ModelRoom } from '../../wiring/model-room.ts'
import type { Environment } from '../io.ts'
import { type Finding, faultOf, note, ok } from './finding.ts'
import { providerEndpoint } from './provider-endpoint.ts'
import { providerFindings } from './provider-findings.ts'

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
  const [used, servers] = await Promise.all([usedFindings(options), serverFinding(options)])
  return [...used, keyFinding(options), servers]
}

/** The model, and what its provider says of it. */
async function usedFindings({ models, env, addresses, fetch }: ModelOptions): Promise<readonly Finding[]> {
  try {
    const { name, why } = await models.detect()
    const { id } = models.find(name)
    const said = id === name ? `${name}: ${why}` : `${name}, which is ${id}: ${why}`
    if (id === 'demo/rules')
      return [note('model', said, otherModel), ok('network', 'nothing to reach: the model is here')]
    const endpoint = providerEndpoint(id, env, addresses)
    // Of a model that was given as an object it is not known whom it asks.
    const looked = endpoint ? await providerFindings({ endpoint, env, fetch }) : []
    return [ok('model', said), ...looked]
  } catch (error) {
    return [faultOf('model', error)]
  }
}

const otherModel =
  'For a real one set a key such as OPENAI_API_KEY, start a local server, or: gyre settings set default_model NAME'

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
