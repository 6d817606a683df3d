/** Any embedding model of the AI SDK as an embedder of Gyre, called directly. */
import type { EmbeddingModelV4 } from '@ai-sdk/provider'
import { type Clock, type Embedder, GyreError, systemClock } from '@gyre/core'
import { idOf } from '../ai-sdk/ai-sdk-model.ts'
import { modelFailure } from '../ai-sdk/failure.ts'
import { requireV4 } from '../ai-sdk/specification.ts'
import { lazyValue } from '../lazy-value.ts'
import type { RetryOptions } from '../resilience/retry-policy.ts'
import { Slots } from '../resilience/slots.ts'
import { embedOnce } from './embedding-call.ts'
import { retried } from './retried.ts'
import { textBatches } from './text-batches.ts'

/** What a provider counted for one call. */
export type EmbeddingUsage = { readonly model: string; readonly tokens: number }

/** How often and how long a call is tried, and who is told what it used. */
export type EmbedderOptions = Partial<RetryOptions> & {
  /** How long one call may last; 120 s when left out. */
  readonly callMs?: number
  /** Told after each call, by providers that count. */
  readonly onUsage?: ((usage: EmbeddingUsage) => void) | undefined
  readonly clock?: Clock
  readonly random?: () => number
}

/** How calls are made, and the id the vectors are kept under. */
export type AiSdkEmbedderOptions = EmbedderOptions & {
  /** `provider/model`; made of the embedding model's own names when absent. */
  readonly id?: string | undefined
}

/** Any embedding model of the AI SDK as an embedder of Gyre, with retries. */
export function aiSdkEmbedder(model: EmbeddingModelV4, options: AiSdkEmbedderOptions = {}): Embedder {
  const id = options.id ?? idOf(model)
  requireV4(id, 'an embedding model', model)
  return lazyAiSdkEmbedder(id, () => model, options)
}

const mostSideBySide = 4

/** The same for an embedding model that is not loaded before the first call. */
export function lazyAiSdkEmbedder(
  id: string,
  load: () => EmbeddingModelV4 | Promise<EmbeddingModelV4>,
  options: EmbedderOptions,
): Embedder {
  const prepare = lazyValue(async () => {
    const model = await load()
    requireV4(id, 'an embedding model', model)
    const slots = new Slots((await model.supportsParallelCalls) ? mostSideBySide : 1)
    return { model, slots, perCall: await model.maxEmbeddingsPerCall }
  })
  const { retries = 3, firstWaitMs = 1000, maxWaitMs = 60_000, callMs = 120_000, onUsage } = options
  const { clock = systemClock, random = Math.random } = options
  const policy = { retry: { retries, firstWaitMs, maxWaitMs }, clock, random }
  return {
    id,
    async embed(texts, signal) {
      if (signal.aborted) throw abortion(signal)
      const { model, slots, perCall } = await prepare().catch((thrown: unknown) => {
        throw modelFailure(thrown, { model: id, request: {} })
      })
      const batches = textBatches(texts, perCall)
      const work: BatchWork<readonly Float32Array[]> = (batch, either, fail) => {
        const call = { id, model, texts: batch, signal: either, callMs, clock, onUsage }
        // Told while the place is still held: whoever waits for it must not begin a call for nothing.
        const attempt = () => embedOnce(call).catch((error: GyreError) => throwFatal(error, fail))
        return retried(() => withSlot(slots, either, attempt), either, policy)
      }
      const vectors = (await allOrNone(batches, work, signal)).flat()
      requireOneLength(id, vectors)
      return vectors
    },
  }
}

/** A place is given back before a retry waits: others go on meanwhile. */
async function withSlot<T>(slots: Slots, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const release = await slots.take(signal)
  try {
    return await work()
  } finally {
    release()
  }
}

function throwFatal(error: GyreError, fail: (error: GyreError) => void): never {
  if (error.code !== 'model-unavailable') fail(error)
  throw error
}

type BatchWork<T> = (batch: readonly string[], signal: AbortSignal, fail: (error: GyreError) => void) => Promise<T>

/** Results in the order of the batches. The first failure stops the rest: nobody pays for what is thrown away. */
async function allOrNone<T>(
  batches: readonly (readonly string[])[],
  work: BatchWork<T>,
  signal: AbortSignal,
): Promise<readonly T[]> {
  const failed = new AbortController()
  const either = AbortSignal.any([signal, failed.signal])
  const fail = (error: unknown) => failed.abort(error)
  try {
    return await Promise.all(batches.map((batch) => work(batch, either, fail)))
  } catch (error) {
    fail(error)
    throw signal.aborted ? abortion(signal) : error
  }
}

function requireOneLength(id: string, vectors: readonly Float32Array[]): void {
  const lengths = [...new Set(vectors.map(({ length }) => length))]
  if (lengths.length > 1)
    throw new GyreError('model-failed', `\`${id}\` gave vectors of different lengths: ${lengths.join(' and ')}.`)
}

function abortion({ reason }: AbortSignal): GyreError {
  return reason instanceof GyreError
    ? reason
    : new GyreError('aborted', 'The embedding was aborted.', { cause: reason })
}
