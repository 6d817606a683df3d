/** Where the provider of a model is asked which models it has: free of charge, and only with a key that is accepted. */
import { type Endpoint, parseModelName, providers } from '@gyre/models'
import type { Environment } from '../io.ts'

export type ProviderEndpoint = {
  readonly provider: string
  readonly model: string
  readonly baseUrl: URL
  /** The variable that the key is in; undefined when none is sent. */
  readonly variable: string | undefined
  readonly headers: Readonly<Record<string, string>>
  /** What is asked of the list, so that it comes whole. */
  readonly query: string
}

type Hosted = {
  readonly baseUrl: string
  readonly query?: string
  /** The variable by which the provider's package is told another address. */
  readonly variable?: string
  readonly headers: (key: string) => Readonly<Record<string, string>>
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

const hosted: Readonly<Record<string, Hosted>> = {
  openai: { baseUrl: 'https://api.openai.com/v1', variable: 'OPENAI_BASE_URL', headers: bearer },
  anthropic: {
    baseUrl: 'https://api.anthropic.com/v1',
    variable: 'ANTHROPIC_BASE_URL',
    query: '?limit=1000',
    headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
  },
  google: {
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    query: '?pageSize=1000',
    headers: (key) => ({ 'x-goog-api-key': key }),
  },
  mistral: { baseUrl: 'https://api.mistral.ai/v1', headers: bearer },
}

/** Undefined for a model that needs nobody, and for one that was given as an object. */
export function providerEndpoint(
  id: string,
  env: Environment,
  addresses: Readonly<Record<string, Endpoint>>,
): ProviderEndpoint | undefined {
  const name = parseModelName(id)
  const address = name && addressOf(name.provider, env, addresses)
  if (!name || address === undefined || !URL.canParse(address)) return undefined
  const { headers = bearer, query = '' } = hosted[name.provider] ?? {}
  const variable = keysOf(name.provider, addresses).find((each) => env[each]?.trim())
  const key = variable === undefined ? undefined : env[variable]?.trim()
  return { ...name, baseUrl: new URL(address), variable, headers: key === undefined ? {} : headers(key), query }
}

type Addresses = Parameters<typeof providerEndpoint>[2]

function addressOf(provider: string, env: Environment, addresses: Addresses): string | undefined {
  const { variable = '', baseUrl } = hosted[provider] ?? {}
  const known = providers.find((each) => each.name === provider)
  return addresses[provider]?.baseUrl ?? (env[variable]?.trim() || baseUrl) ?? known?.baseUrl
}

function keysOf(provider: string, addresses: Addresses): readonly string[] {
  const own = addresses[provider]?.apiKeyEnv
  return own === undefined ? (providers.find((each) => each.name === provider)?.keys ?? []) : [own]
}

/** Names in an answer: OpenAI's form, which most have, or Google's. */
export function listedModels(body: unknown): readonly string[] | undefined {
  const { data, models } = (body ?? {}) as { readonly data?: unknown; readonly models?: unknown }
  const list = Array.isArray(data) ? data : Array.isArray(models) ? models : undefined
  return list?.flatMap((each: { readonly id?: unknown; readonly name?: unknown }) => {
    const name = each?.id ?? each?.name
    return typeof name === 'string' ? [name.replace(/^models\//, '')] : []
  })
}
