/** The providers that are known by name. */
import type { LanguageModelV4 } from '@ai-sdk/provider'
import { packageSettings } from './package-settings.ts'

/** What a provider package is made with. */
export type Connection = { readonly name: string; readonly apiKey?: string; readonly baseUrl?: string }

/** A provider that models can be named of. */
export type Provider = {
  readonly name: string
  /** The package that speaks its format; none for the one that is built in. */
  readonly package?: string
  /** Variables that may hold its key, the first of them named to people. */
  readonly keys: readonly string[]
  /** Where a local or compatible server answers. */
  readonly baseUrl?: string
  /** Runs on this machine or network: it costs nothing. */
  readonly isLocal?: true
  readonly load?: (connection: Connection, model: string) => Promise<LanguageModelV4>
}

/** An endpoint that speaks OpenAI's format, as settings name it. */
export type Endpoint = {
  readonly baseUrl: string
  /** The variable with its key; none is sent when absent. */
  readonly apiKeyEnv?: string | undefined
}

const openaiPackage = '@ai-sdk/openai'
const compatiblePackage = '@ai-sdk/openai-compatible'

/** All that are known by name. */
export const providers: readonly Provider[] = [
  { name: 'openai', package: openaiPackage, keys: ['OPENAI_API_KEY'], load: openai },
  { name: 'anthropic', package: '@ai-sdk/anthropic', keys: ['ANTHROPIC_API_KEY'], load: anthropic },
  {
    name: 'google',
    package: '@ai-sdk/google',
    keys: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
    load: google,
  },
  { name: 'mistral', package: '@ai-sdk/mistral', keys: ['MISTRAL_API_KEY'], load: mistral },
  local('ollama', 'http://127.0.0.1:11434/v1'),
  local('lmstudio', 'http://127.0.0.1:1234/v1'),
  local('llamacpp', 'http://127.0.0.1:8080/v1'),
  local('vllm', 'http://127.0.0.1:8000/v1'),
  { name: 'demo', keys: [], isLocal: true },
]

function local(name: string, baseUrl: string): Provider {
  return { name, package: compatiblePackage, keys: [], baseUrl, isLocal: true, load: compatible }
}

/** A provider made of settings, or a known one that answers elsewhere. */
export function providerAt(name: string, { baseUrl, apiKeyEnv }: Endpoint): Provider {
  const known = providers.find((provider) => provider.name === name)
  const keys = apiKeyEnv === undefined ? (known?.keys ?? []) : [apiKeyEnv]
  return known ? { ...known, baseUrl, keys } : { name, package: compatiblePackage, keys, baseUrl, load: compatible }
}

async function openai(connection: Connection, model: string): Promise<LanguageModelV4> {
  const { createOpenAI } = await import('@ai-sdk/openai')
  return createOpenAI(packageSettings(connection)).responses(model)
}

async function anthropic(connection: Connection, model: string): Promise<LanguageModelV4> {
  const { createAnthropic } = await import('@ai-sdk/anthropic')
  return createAnthropic(packageSettings(connection))(model)
}

async function google(connection: Connection, model: string): Promise<LanguageModelV4> {
  const { createGoogle } = await import('@ai-sdk/google')
  return createGoogle(packageSettings(connection))(model)
}

async function mistral(connection: Connection, model: string): Promise<LanguageModelV4> {
  const { createMistral } = await import('@ai-sdk/mistral')
  return createMistral(packageSettings(connection))(model)
}

async function compatible(connection: Connection, model: string): Promise<LanguageModelV4> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const { name, baseUrl = '' } = connection
  const asked = { name, baseURL: baseUrl, includeUsage: true, supportsStructuredOutputs: true }
  return createOpenAICompatible({ ...packageSettings(connection), ...asked })(model)
}
