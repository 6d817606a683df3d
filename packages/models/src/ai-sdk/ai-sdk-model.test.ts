import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { direct, GyreError } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { world } from '../../../../test/support/kernel.ts'
import { answerSchema, ask, failure, hello, lookUp, parts } from '../../test/reading.ts'
import { aiSdkModel, lazyAiSdkModel } from './ai-sdk-model.ts'
import { forgetfulCapabilities } from './learned-capabilities.ts'

/** A language model that streams these parts, and goes on for ever when it has no end. */
function languageModel(stream: readonly LanguageModelV4StreamPart[], hasEnd = true) {
  const calls: LanguageModelV4CallOptions[] = []
  const model: LanguageModelV4 = {
    specificationVersion: 'v4',
    provider: 'acme.chat',
    modelId: 'one',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('not asked for')),
    async doStream(options) {
      calls.push(options)
      const start = (controller: ReadableStreamDefaultController<LanguageModelV4StreamPart>) => {
        for (const part of stream) controller.enqueue(part)
        if (hasEnd) controller.close()
      }
      return { stream: new ReadableStream({ start }) }
    },
  }
  return { model, calls }
}

const usage = {
  inputTokens: { total: 7, noCache: 7, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 3, text: 3, reasoning: 0 },
}
const finish: LanguageModelV4StreamPart = { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage }

describe('aiSdkModel', () => {
  it('is named after the language model, unless it is given a name', () => {
    const { model } = languageModel([])
    expect(aiSdkModel(model).id).toBe('acme/one')
    expect(aiSdkModel(model, { id: 'mine/one', contextWindow: 9 })).toMatchObject({ id: 'mine/one', contextWindow: 9 })
  })

  it('passes on how to sample', async () => {
    const { model, calls } = languageModel([finish])
    const sampling = { temperature: 0.2, topP: 0.9, maxOutputTokens: 50, seed: 4, stop: ['END'] }
    await parts(aiSdkModel(model), { ...hello, ...sampling, tools: [lookUp], toolChoice: 'required' })
    expect(calls[0]).toMatchObject({
      temperature: 0.2,
      topP: 0.9,
      maxOutputTokens: 50,
      seed: 4,
      stopSequences: ['END'],
      toolChoice: { type: 'required' },
    })
  })

  it('chooses no tool where there is none', async () => {
    const { model, calls } = languageModel([finish])
    await parts(aiSdkModel(model), { ...hello, tools: [], toolChoice: 'auto' })
    expect(calls[0]).not.toHaveProperty('tools')
    expect(calls[0]).not.toHaveProperty('toolChoice')
  })

  it('leaves no trace of its first sign of life in the reply', async () => {
    const { model } = languageModel([
      { type: 'stream-start', warnings: [] },
      { type: 'response-metadata', id: 'r1' },
      { type: 'text-delta', id: '1', delta: 'Yes.' },
      finish,
    ])
    const { runtime } = world()
    const session = await runtime.start(direct, 'Is it?', { model: aiSdkModel(model) })
    expect(await session.outcome).toMatchObject({ answer: 'Yes.', usage: { inputTokens: 7, outputTokens: 3 } })
    const { rows } = await runtime.read(session.id)
    const step = rows.find(({ kind, type }) => kind === 'generate' && type === 'step.finished')
    expect(JSON.parse(step?.result ?? '')).toMatchObject({ parts: [{ type: 'text', text: 'Yes.' }] })
  })

  it('is refused at once when it speaks another version of the AI SDK', () => {
    const { model } = languageModel([])
    const older = (provider: string) => ({ ...model, provider, specificationVersion: 'v3' }) as never
    expect(() => aiSdkModel(older('openai.responses'))).toThrow(
      expect.objectContaining({
        code: 'model-unknown',
        message:
          '`openai/one` is a language model of the AI SDK by specification v3; v4 is needed: npm install @ai-sdk/openai@4',
      }),
    )
    expect(() => aiSdkModel(older('acme.chat'))).toThrow('install a version of the package of `acme` that speaks v4')
  })

  it('is refused when it is loaded and speaks another version', async () => {
    const { model, calls } = languageModel([finish])
    const older = { ...model, specificationVersion: 'v3' } as never
    expect(
      await failure(
        lazyAiSdkModel('acme/one', () => older, {}),
        hello,
      ),
    ).toMatchObject({ code: 'model-unknown' })
    expect(calls).toEqual([])
  })

  it('reads what was learned of it before its first call', async () => {
    const { model, calls } = languageModel([finish])
    const learned = forgetfulCapabilities()
    const prepare = async (id: string) => {
      await new Promise((resolve) => setImmediate(resolve))
      learned.note(id, 'output')
    }
    await parts(aiSdkModel(model, { learned: { ...learned, prepare } }), { ...hello, output: answerSchema })
    expect(calls[0]).not.toHaveProperty('responseFormat')
  })

  it('fails when a stream has no end', async () => {
    const { model } = languageModel([{ type: 'text-delta', id: '1', delta: 'Half a' }])
    expect(await failure(aiSdkModel(model), hello)).toMatchObject({ code: 'model-unavailable' })
  })

  it('stops a provider that does not listen, for the reason given', async () => {
    const { model, calls } = languageModel([{ type: 'text-delta', id: '1', delta: 'Once' }], false)
    const abort = new AbortController()
    const reason = new GyreError('model-unavailable', 'Too slow.')
    const reading = (async () => {
      for await (const _ of ask(aiSdkModel(model), hello, abort.signal)) queueMicrotask(() => abort.abort(reason))
    })()
    await expect(reading).rejects.toBe(reason)
    expect(calls[0]?.abortSignal).toBe(abort.signal)
  })

  it('asks nobody when the call was aborted before', async () => {
    const { model, calls } = languageModel([finish])
    const reading = ask(aiSdkModel(model), hello, AbortSignal.abort())[Symbol.asyncIterator]().next()
    await expect(reading).rejects.toMatchObject({ code: 'aborted' })
    expect(calls).toEqual([])
  })
})
