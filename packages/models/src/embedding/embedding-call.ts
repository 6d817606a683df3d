/** One call of an embedding model, and what came of it: vectors, or one of our errors. */
import type { EmbeddingModelV4, EmbeddingModelV4Result } from '@ai-sdk/provider'
import { type Clock, GyreError } from '@gyre/core'
import { modelFailure } from '../ai-sdk/failure.ts'

export type EmbeddingCall = {
  readonly id: string
  readonly model: EmbeddingModelV4
  readonly texts: readonly string[]
  readonly signal: AbortSignal
  readonly callMs: number
  readonly clock: Clock
  readonly onUsage: ((usage: { readonly model: string; readonly tokens: number }) => void) | undefined
}

/** Rejects with the signal's reason when it aborts. */
export async function embedOnce(call: EmbeddingCall): Promise<readonly Float32Array[]> {
  const { id, texts, signal, onUsage } = call
  try {
    const { embeddings, usage } = await inTime(call)
    if (usage && Number.isFinite(usage.tokens)) onUsage?.({ model: id, tokens: usage.tokens })
    return vectorsOf(id, embeddings, texts.length)
  } catch (thrown) {
    signal.throwIfAborted()
    throw modelFailure(thrown, { model: id, request: {} })
  }
}

/** Ends with the deadline or the signal, even if the provider's package listens to neither. */
async function inTime({ id, model, texts, signal, callMs, clock }: EmbeddingCall): Promise<EmbeddingModelV4Result> {
  signal.throwIfAborted()
  const cut = new AbortController()
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const stop = () => cut.abort(signal.reason)
  cut.signal.addEventListener('abort', () => reject(cut.signal.reason), { once: true })
  signal.addEventListener('abort', stop, { once: true })
  const takeBack = clock.after(callMs, () => cut.abort(tooSlow(id, callMs)), { keepsAlive: true })
  try {
    return await Promise.race([model.doEmbed({ values: [...texts], abortSignal: cut.signal }), ended])
  } finally {
    takeBack()
    signal.removeEventListener('abort', stop)
  }
}

function tooSlow(id: string, callMs: number): GyreError {
  const message = `\`${id}\` gave no vectors within ${Math.round(callMs / 100) / 10} s.`
  return new GyreError('model-unavailable', message, { timeoutMs: callMs })
}

function vectorsOf(id: string, embeddings: readonly (readonly number[])[], wanted: number): readonly Float32Array[] {
  if (embeddings.length !== wanted)
    throw new GyreError('model-failed', `\`${id}\` gave ${embeddings.length} vectors for ${wanted} texts.`, {
      model: id,
    })
  // Looked at before it is a vector: there `null` is 0. Values too large for 32 bits are infinite in it.
  const isVector = (numbers: readonly unknown[]) =>
    numbers.length > 0 && numbers.every((value) => typeof value === 'number' && Number.isFinite(Math.fround(value)))
  const wrong = embeddings.findIndex((numbers) => !isVector(numbers))
  if (wrong < 0) return embeddings.map((numbers) => Float32Array.from(numbers))
  const message = `\`${id}\` gave a vector for text ${wrong + 1} of ${wanted} that is empty or holds no finite numbers.`
  throw new GyreError('model-failed', message, { model: id })
}
