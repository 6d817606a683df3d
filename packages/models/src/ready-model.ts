/** A model as sessions use it: by name or from the AI SDK, with retries, limits and fallbacks around it. */
import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { Model } from '@gyre/core'
import { aiSdkModel, idOf } from './ai-sdk/ai-sdk-model.ts'
import { type NamedModelOptions, namedModel } from './names/named-model.ts'
import { contextWindowOf, priceOf } from './prices.ts'
import type { ResilienceOptions } from './resilience/resilient-model.ts'

export type ReadyModelOptions = NamedModelOptions &
  Omit<ResilienceOptions, 'fallbacks'> & {
    /** What an object of the AI SDK is called; by its own names when absent. */
    readonly id?: string
    /** Names of the models that are asked when one is unavailable, by its name. */
    readonly fallbacks?: Readonly<Record<string, readonly string[]>>
  }

/** All that can be wrong with the names, those of fallbacks too, is told at once; nothing is loaded before the first call. */
export function readyModel(given: string | LanguageModelV4, options: ReadyModelOptions = {}): Model {
  const model = typeof given === 'string' ? namedModel(given, options) : adapted(given, options)
  if (model.id.startsWith('demo/')) return model
  const { fallbacks = {}, ...rest } = options
  const others = (fallbacks[model.id] ?? []).map((name) => namedModel(name, options))
  return guarded(model, { ...rest, fallbacks: others })
}

function adapted(given: LanguageModelV4, { id = idOf(given), prices, learned }: ReadyModelOptions): Model {
  return aiSdkModel(given, { id, price: priceOf(id, prices), contextWindow: contextWindowOf(id), learned })
}

/** What guards a call is loaded with the first one: whoever uses the demo model alone never loads it. */
function guarded(model: Model, options: ResilienceOptions): Model {
  const models = [model, ...(options.fallbacks ?? [])]
  const window = smallestWindow(models)
  let loading: Promise<Model> | undefined
  const load = async () => (await import('./resilience/resilient-model.ts')).resilientModel(model, options)
  return {
    id: model.id,
    ...(window !== undefined && { contextWindow: window }),
    ...(model.price && { price: model.price }),
    fallbacks: options.fallbacks ?? [],
    get nativeTools() {
      return models.every(({ nativeTools }) => nativeTools !== false)
    },
    get nativeOutput() {
      return models.every(({ nativeOutput }) => nativeOutput === true)
    },
    async *stream(request, call) {
      loading ??= load()
      yield* (await loading).stream(request, call)
    },
  }
}

function smallestWindow(models: readonly Model[]): number | undefined {
  const windows = models.flatMap(({ contextWindow }) => contextWindow ?? [])
  return windows.length === 0 ? undefined : Math.min(...windows)
}
