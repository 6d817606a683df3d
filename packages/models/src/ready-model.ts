/** A model as sessions use it: by name or from the AI SDK, with retries, limits and fallbacks around it. */
import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { Model } from '@gyre/core'
import { aiSdkModel, idOf } from './ai-sdk/ai-sdk-model.ts'
import { jointModel } from './joint-model.ts'
import { lazyValue } from './lazy-value.ts'
import { type NamedModelOptions, namedModel } from './names/named-model.ts'
import { contextWindowOf, priceOf } from './prices.ts'
import { requireCounter } from './resilience/rate-limit.ts'
import type { ResilienceOptions } from './resilience/resilient-model.ts'

/** How a model is found by its name, and what stands around its calls. */
export type ReadyModelOptions = NamedModelOptions &
  Omit<ResilienceOptions, 'fallbacks'> & {
    /** What an object of the AI SDK is called; by its own names when absent. */
    readonly id?: string
    /** Names of the models that are asked when one is unavailable, by its name. */
    readonly fallbacks?: Readonly<Record<string, readonly string[]>>
    /** What a name among the fallbacks stands for; `provider/model` when absent. It needs no guard of its own. */
    readonly findModel?: (name: string) => Model
  }

/** A model by name or from the AI SDK, as it is. */
export function plainModel(given: string | LanguageModelV4, options: ReadyModelOptions = {}): Model {
  return typeof given === 'string' ? namedModel(given, options) : adapted(given, options)
}

/** All that can be wrong with the names, those of fallbacks too, is told at once; nothing is loaded before the first call. */
export function readyModel(given: string | LanguageModelV4, options: ReadyModelOptions = {}): Model {
  const model = plainModel(given, options)
  const { fallbacks = {}, findModel = (name: string) => namedModel(name, options), ...rest } = options
  requireCounter(rest.limits ?? {}, rest.keyValue)
  if (model.id.startsWith('demo/')) return model
  const others = (fallbacks[model.id] ?? []).map(findModel)
  return guarded(model, { ...rest, fallbacks: withoutTwins(model, others) })
}

/** Two names may stand for one model: it is asked once. */
function withoutTwins(model: Model, others: readonly Model[]): readonly Model[] {
  const byId = new Map(others.map((other) => [other.id, other]))
  byId.delete(model.id)
  return [...byId.values()]
}

function adapted(given: LanguageModelV4, { id = idOf(given), prices, learned }: ReadyModelOptions): Model {
  return aiSdkModel(given, { id, price: priceOf(id, prices), contextWindow: contextWindowOf(id), learned })
}

/** What guards a call is loaded with the first one: whoever uses the demo model alone never loads it. */
function guarded(first: Model, options: ResilienceOptions): Model {
  const load = lazyValue(async () => (await import('./resilience/resilient-model.ts')).resilientModel(first, options))
  return jointModel({
    first,
    fallbacks: options.fallbacks ?? [],
    async *stream(request, call) {
      yield* (await load()).stream(request, call)
    },
  })
}
