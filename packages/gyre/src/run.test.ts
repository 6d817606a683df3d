import { calls, says, scriptedModel } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores/memory'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { defineTool, type Json, react, run } from './index.ts'

const pay = defineTool({
  name: 'pay',
  description: 'Pays',
  input: z.object({ amount: z.number() }),
  approval: 'always',
  run: () => 'Paid.',
})

describe('run', () => {
  it('gives the answer of a loop', async () => {
    expect(await run(react, 'Hello?', { model: scriptedModel(says('Hello.')) })).toMatchObject({
      outcome: 'answered',
      answer: 'Hello.',
    })
  })

  it('leaves the session in the store it is given, and the store open', async () => {
    const store = memoryStore()
    const { session } = await run(react, 'Hello?', { model: scriptedModel(says('Hello.')), store })
    expect(await store.sessions.get(session)).toMatchObject({ state: 'ended' })
  })

  it('says that a model is missing when nothing is given', async () => {
    await expect(run(react, 'Hello?')).rejects.toMatchObject({ code: 'model-missing' })
  })

  it('fails instead of waiting for a person it cannot ask', async () => {
    const model = scriptedModel(calls('pay', { amount: 5 }), says('Done.'))
    await expect(run(react, 'Pay 5.', { model, tools: [pay] })).rejects.toMatchObject({ code: 'person-needed' })
  })
})

/** A language model of the AI SDK that says one thing. */
const languageModel = (text: string) => ({
  specificationVersion: 'v4' as const,
  provider: 'acme.chat',
  modelId: 'x',
  supportedUrls: {},
  doGenerate: () => Promise.reject(new Error('It is always streamed.')),
  doStream: async () => ({
    stream: new ReadableStream({
      start(controller) {
        controller.enqueue({ type: 'text-start', id: '1' })
        controller.enqueue({ type: 'text-delta', id: '1', delta: text })
        controller.enqueue({ type: 'text-end', id: '1' })
        const inputTokens = { total: 7, noCache: 7, cacheRead: 0, cacheWrite: 0 }
        const usage = { inputTokens, outputTokens: { total: 3, text: 3, reasoning: 0 } }
        controller.enqueue({ type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage })
        controller.close()
      },
    }),
  }),
})

describe('run with a model of the AI SDK', () => {
  it('asks it as it is', async () => {
    expect(await run(react, 'Hello?', { model: languageModel('Hello.') })).toMatchObject({
      answer: 'Hello.',
      usage: { inputTokens: 7, outputTokens: 3, costUsd: null },
    })
  })

  it('gives a typed answer for a schema', async () => {
    const output = z.object({ count: z.number() })
    const { answer } = await run(react, { goal: 'How many?', output }, { model: languageModel('{"count":3}') })
    expect(answer).toEqual({ count: 3 })
  })

  it('takes the name of a model, and says what is wrong with it', async () => {
    await expect(run(react, 'Hello?', { model: 'opnai/gpt-5' })).rejects.toMatchObject({
      code: 'model-unknown',
      message: expect.stringContaining('openai/gpt-5'),
    })
    expect(await run(react, 'What is 2 + 3?', { model: 'demo/rules' })).toMatchObject({ answer: '2 + 3 = 5' })
  })
})

describe('the type of an answer', () => {
  it('is that of the schema, or null when there is none', async () => {
    const model = scriptedModel(says('{"count":3}'))
    const end = await run(react, { goal: 'How many?', output: z.object({ count: z.number() }) }, { model })
    expectTypeOf(end.answer).toEqualTypeOf<{ count: number } | null>()
    expect(end.answer?.count).toBe(3)
    const plain = await run(react, 'How many?', { model: scriptedModel(says('3')) })
    expectTypeOf(plain.answer).toEqualTypeOf<Json>()
  })
})
