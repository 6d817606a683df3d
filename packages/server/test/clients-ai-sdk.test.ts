import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { calls, fails, says, scriptedModel } from '@gyre/core/testing'
import { generateText, isStepCount, streamText, tool } from 'ai'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type TestServer, type TestServerOptions, testServer } from './support/test-server.ts'

let server: TestServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

async function provider(options: TestServerOptions) {
  server = await testServer(options)
  return createOpenAICompatible({ name: 'gyre', baseURL: server.openai, apiKey: server.key, includeUsage: true })
}

describe('the AI SDK', () => {
  it('reads an answer', async () => {
    const gyre = await provider({ model: scriptedModel(says('Hi.')) })
    const { text, usage } = await generateText({ model: gyre('direct'), prompt: 'Hello' })
    expect(text).toBe('Hi.')
    expect(usage).toMatchObject({ inputTokens: 10, outputTokens: 5 })
  })

  it('reads a stream, reasoning and all, past statuses', async () => {
    const script = [calls('nothing'), { reasoning: 'A greeting.', text: 'Hi there.' }]
    const gyre = await provider({ model: scriptedModel(...script) })
    const answer = streamText({ model: gyre('react'), prompt: 'Hello' })
    const parts = await Array.fromAsync(answer.fullStream)
    expect(parts.filter(({ type }) => type === 'error')).toEqual([])
    expect(await answer.text).toBe('Hi there.')
    expect(await answer.reasoningText).toContain('A greeting.')
    expect(await answer.usage).toMatchObject({ inputTokens: 20, outputTokens: 10 })
    expect(await answer.finishReason).toBe('stop')
  })

  it('runs its tools, and the session goes on', async () => {
    const gyre = await provider({ model: scriptedModel(calls('weather', { city: 'Paris' }), says('Warm.')) })
    const weather = tool({
      description: 'The weather now.',
      inputSchema: z.object({ city: z.string() }),
      execute: async ({ city }) => `21 °C in ${city}`,
    })
    const { text, steps } = await generateText({
      model: gyre('react'),
      prompt: 'Is it warm?',
      tools: { weather },
      stopWhen: isStepCount(3),
    })
    expect(text).toBe('Warm.')
    expect(steps).toHaveLength(2)
    expect(await server?.runtime.list()).toHaveLength(1)
  })

  it('is told of a failure in the stream', async () => {
    const gyre = await provider({ model: scriptedModel(fails(new Error('out of order'), 'Hi th')) })
    const answer = streamText({ model: gyre('direct'), prompt: 'Hello', onError: () => {} })
    const parts = await Array.fromAsync(answer.fullStream)
    expect(parts.filter(({ type }) => type === 'error')).toHaveLength(1)
  })
})
