import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { EmbeddingModelV4 } from '@ai-sdk/provider'
import { simulatedClock } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { aiSdkEmbedder } from './ai-sdk-embedder.ts'

const { signal } = new AbortController()
const texts = (count: number) => Array.from({ length: count }, (_, index) => `${index}`)

type Calls = { readonly batches: string[][]; most: number }

/** Embeds a number as itself; later calls end first. */
function fake(options: Partial<EmbeddingModelV4> = {}): EmbeddingModelV4 & Calls {
  let running = 0
  const model: EmbeddingModelV4 & Calls = {
    specificationVersion: 'v4',
    provider: 'acme.embedding',
    modelId: 'numbers',
    maxEmbeddingsPerCall: 2,
    supportsParallelCalls: true,
    batches: [],
    most: 0,
    async doEmbed({ values }) {
      model.batches.push(values)
      running++
      model.most = Math.max(model.most, running)
      for (let turns = 20 - model.batches.length; turns > 0; turns--) await new Promise(setImmediate)
      running--
      return { embeddings: values.map((value) => [Number(value)]), warnings: [] }
    },
    ...options,
  }
  return model
}

const failing = (details: object, message = 'Failed.') => Object.assign(new Error(message), details)

describe('aiSdkEmbedder', () => {
  it.each([
    ['openai/text-embedding-3-small', createOpenAI({ apiKey: 'k' }).embeddingModel('text-embedding-3-small')],
    ['acme/e5', createOpenAICompatible({ name: 'acme', baseURL: 'http://127.0.0.1:1' }).embeddingModel('e5')],
    ['acme/numbers', fake()],
  ])('is called %s', (id, model) => {
    expect(aiSdkEmbedder(model).id).toBe(id)
    expect(aiSdkEmbedder(model, { id: 'mine/own' }).id).toBe('mine/own')
  })

  it('refuses a model of another specification', () => {
    const old = { ...fake(), specificationVersion: 'v2' } as unknown as EmbeddingModelV4
    expect(() => aiSdkEmbedder(old)).toThrow(
      '`acme/numbers` is an embedding model of the AI SDK by specification v2; v4 is needed: install a version of the package of `acme`',
    )
  })

  it('takes nothing for a number that is none', async () => {
    const model = fake({ doEmbed: async () => ({ embeddings: [[1, null as unknown as number]], warnings: [] }) })
    await expect(aiSdkEmbedder(model).embed(['1'], signal)).rejects.toMatchObject({
      code: 'model-failed',
      message: '`acme/numbers` gave a vector for text 1 of 1 that is empty or holds no finite numbers.',
    })
  })

  it('tells as an error of the model what it fails with before it is called', async () => {
    const model = fake({ maxEmbeddingsPerCall: Promise.reject(failing({ name: 'AI_LoadAPIKeyError' }, 'No key.')) })
    await expect(aiSdkEmbedder(model).embed(['1'], signal)).rejects.toMatchObject({
      code: 'model-auth',
      message: '`acme/numbers`: No key.',
    })
  })

  it('gives vectors in the order of the texts, however the calls end', async () => {
    const model = fake()
    const vectors = await aiSdkEmbedder(model).embed(texts(5), signal)
    expect(vectors.map(([value]) => value)).toEqual([0, 1, 2, 3, 4])
    expect(model.batches).toEqual([['0', '1'], ['2', '3'], ['4']])
  })

  it('makes no call for no texts', async () => {
    const model = fake()
    expect(await aiSdkEmbedder(model).embed([], signal)).toEqual([])
    expect(model.batches).toEqual([])
  })

  it.each([
    [4, { supportsParallelCalls: true }],
    [4, { supportsParallelCalls: Promise.resolve(true), maxEmbeddingsPerCall: Promise.resolve(2) }],
    [1, { supportsParallelCalls: false }],
  ])('has %d calls under way at most with %j, whoever asks', async (most, options) => {
    const model = fake(options)
    const embedder = aiSdkEmbedder(model)
    await Promise.all([embedder.embed(texts(10), signal), embedder.embed(texts(10), signal)])
    expect(model.most).toBe(most)
    expect(model.batches).toHaveLength(10)
  })

  it('sends no more than a hundred thousand characters at once, and a longer text alone', async () => {
    const model = fake({ maxEmbeddingsPerCall: undefined })
    const [long, short] = ['1'.padStart(60_000, '0'), '2'.padStart(40_000, '0')]
    await aiSdkEmbedder(model).embed([long, short, '3', '4'.padStart(200_000, '0'), '5'], signal)
    expect(model.batches.map((batch) => batch.map(Number))).toEqual([[1, 2], [3], [4], [5]])
  })

  it('stops the other calls when one fails', async () => {
    const model = fake({ supportsParallelCalls: false })
    const { doEmbed } = model
    model.doEmbed = async (options) => {
      if (options.values.includes('2')) throw failing({ statusCode: 400 }, 'No.')
      return doEmbed(options)
    }
    await expect(aiSdkEmbedder(model).embed(texts(20), signal)).rejects.toMatchObject({
      code: 'model-failed',
      message: '`acme/numbers`: No.',
    })
    expect(model.batches).toEqual([['0', '1']])
  })

  it('waits as long as the provider asks', async () => {
    const clock = simulatedClock(0)
    let asked = 0
    const limited = failing({ statusCode: 429, responseHeaders: { 'retry-after': '7' } })
    const model = fake({
      doEmbed: async () => {
        if (asked++ === 0) throw limited
        return { embeddings: [[1]], warnings: [] }
      },
    })
    const embedder = aiSdkEmbedder(model, { clock, random: () => 0.5 })
    expect(await clock.runUntil(embedder.embed(['1'], signal))).toEqual([new Float32Array([1])])
    expect(clock.now()).toBe(7000)
  })

  it('gives up after three retries, each after twice the wait', async () => {
    const clock = simulatedClock(0)
    let asked = 0
    const model = fake({
      doEmbed: async () => {
        asked++
        throw failing({ statusCode: 503 }, 'Overloaded.')
      },
    })
    const embedder = aiSdkEmbedder(model, { clock, random: () => 1 })
    const error = await clock.runUntil(embedder.embed(['1'], signal).catch((thrown: unknown) => thrown))
    expect(error).toMatchObject({ code: 'model-unavailable', message: '`acme/numbers`: Overloaded.' })
    expect([asked, clock.now()]).toEqual([4, 7000])
  })

  it('ends a call that hangs, even if the model listens to nothing', async () => {
    const clock = simulatedClock(0)
    const model = fake({ doEmbed: () => new Promise(() => {}) })
    const embedder = aiSdkEmbedder(model, { clock, callMs: 5000, retries: 0 })
    const error = await clock.runUntil(embedder.embed(['1'], signal).catch((thrown: unknown) => thrown))
    expect(error).toMatchObject({
      code: 'model-unavailable',
      message: '`acme/numbers` gave no vectors within 5 s.',
    })
  })

  it.each([
    ['before it begins', fake()],
    ['while it waits for a retry', fake({ doEmbed: async () => Promise.reject(failing({ statusCode: 503 })) })],
    ['while a model hangs', fake({ doEmbed: () => new Promise(() => {}) })],
  ])('is aborted %s', async (when, model) => {
    const abort = new AbortController()
    if (when === 'before it begins') abort.abort()
    const asked = aiSdkEmbedder(model, { clock: simulatedClock(0) }).embed(texts(9), abort.signal)
    setTimeout(() => abort.abort(), 20)
    await expect(asked).rejects.toMatchObject({ code: 'aborted' })
    expect(model.batches).toEqual([])
  })
})
