/** The packages of providers that have embedding models. */
import type { EmbeddingModelV4 } from '@ai-sdk/provider'
import { packageSettings } from '../names/package-settings.ts'
import type { Connection } from '../names/providers.ts'

export type LoadEmbeddingModel = (connection: Connection, model: string) => Promise<EmbeddingModelV4>

const loaders: Readonly<Record<string, LoadEmbeddingModel>> = {
  '@ai-sdk/openai': openai,
  '@ai-sdk/google': google,
  '@ai-sdk/mistral': mistral,
  '@ai-sdk/openai-compatible': compatible,
}

/** Undefined when a package has none. */
export function embeddingLoader(name: string | undefined): LoadEmbeddingModel | undefined {
  return name !== undefined && Object.hasOwn(loaders, name) ? loaders[name] : undefined
}

async function openai(connection: Connection, model: string): Promise<EmbeddingModelV4> {
  const { createOpenAI } = await import('@ai-sdk/openai')
  return createOpenAI(packageSettings(connection)).embeddingModel(model)
}

async function google(connection: Connection, model: string): Promise<EmbeddingModelV4> {
  const { createGoogle } = await import('@ai-sdk/google')
  return createGoogle(packageSettings(connection)).embeddingModel(model)
}

async function mistral(connection: Connection, model: string): Promise<EmbeddingModelV4> {
  const { createMistral } = await import('@ai-sdk/mistral')
  return createMistral(packageSettings(connection)).embeddingModel(model)
}

async function compatible(connection: Connection, model: string): Promise<EmbeddingModelV4> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const { name, baseUrl = '' } = connection
  return createOpenAICompatible({ ...packageSettings(connection), name, baseURL: baseUrl }).embeddingModel(model)
}
