/** `/v1/responses` as the AI SDK speaks it. */
import { createOpenAI } from '@ai-sdk/openai'
import { defineLoop, type Loop, type Model, textOf } from '@gyre/core'
import { calls, callsAll, modelOf, says, scriptedModel } from '@gyre/core/testing'
import { generateText, isStepCount, jsonSchema, type ModelMessage, streamText, tool } from 'ai'
import { afterEach, describe, expect, it } from 'vitest'
import { all, type Lab, responsesLab } from './support/responses-lab.ts'

let lab: Lab | undefined

afterEach(async () => {
  await lab?.server.close()
  lab = undefined
})

async function modelsOf(model: Model, loops: readonly Loop[] = []) {
  lab = await responsesLab(model, { loops })
  const { server } = lab
  const provider = createOpenAI({ baseURL: server.openai, apiKey: server.key })
  return (name: string) => provider.responses(name)
}

const lookOutside = tool({
  description: 'Looks out of a window of the client.',
  inputSchema: jsonSchema<{ readonly city: string }>({
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
  }),
  execute: async ({ city }) => `rain in ${city}`,
})

const citing = defineLoop({
  name: 'citing',
  run: async () => ({
    answer: 'It is 42 [1].',
    details: { sources: [{ number: 1, title: 'Sums', url: 'https://sums.example' }] },
  }),
})

describe('the AI SDK', () => {
  it('sees thoughts, calls that were made here, and the answer', async () => {
    const models = await modelsOf(scriptedModel(calls('weather', { city: 'Paris' }, 'I look it up.'), says('18 °C.')))
    const result = streamText({ model: models('guide'), prompt: 'How warm is Paris?' })
    const parts = await all(result.stream)
    expect(parts.filter(({ type }) => type === 'error')).toEqual([])
    expect(await result.text).toBe('18 °C.')
    expect(await result.reasoningText).toBe('I look it up.')
    expect(await result.finishReason).toBe('stop')
    expect(await result.toolResults).toMatchObject([
      { toolName: 'mcp.weather', providerExecuted: true, output: { output: '18 °C in Paris' } },
    ])
    expect(await result.usage).toMatchObject({ inputTokens: 20, outputTokens: 10 })
  })

  it('runs its own tools, and the session goes on with what they gave', async () => {
    const model = scriptedModel(
      callsAll({ tool: 'look_outside', input: { city: 'Paris' } }, { tool: 'look_outside', input: { city: 'Oslo' } }),
      calls('look_outside', { city: 'Rome' }),
      says('Rain everywhere.'),
    )
    const models = await modelsOf(model)
    const { text, steps } = await generateText({
      model: models('react'),
      prompt: 'Weather?',
      tools: { look_outside: lookOutside },
      stopWhen: isStepCount(5),
    })
    expect(text).toBe('Rain everywhere.')
    expect(steps.map(({ toolCalls }) => toolCalls.length)).toEqual([2, 1, 0])
    expect(await lab?.server.runtime.list()).toHaveLength(1)
    model.assertUsedUp()
  })

  it('streams the same', async () => {
    const models = await modelsOf(scriptedModel(calls('look_outside', { city: 'Paris' }), says('Rain.')))
    const result = streamText({
      model: models('react'),
      prompt: 'Weather?',
      tools: { look_outside: lookOutside },
      stopWhen: isStepCount(5),
    })
    expect(await result.text).toBe('Rain.')
  })

  it('refers to what was said by the ids of its items', async () => {
    const model = scriptedModel(
      calls('weather', { city: 'Paris' }, 'I look it up.'),
      says('18 °C.'),
      says('It was 18 °C.'),
    )
    const models = await modelsOf(model)
    const first: ModelMessage[] = [{ role: 'user', content: 'How warm is Paris?' }]
    const { response } = await generateText({ model: models('guide'), messages: first })
    const messages: ModelMessage[] = [...first, ...response.messages, { role: 'user', content: 'What was it?' }]
    const { text } = await generateText({ model: models('guide'), messages })
    expect(text).toBe('It was 18 °C.')
    const told = model.requests[2]?.messages.map(textOf).join('\n')
    expect(told).toContain('How warm is Paris?')
    expect(told).toContain('18 °C.')
  })

  it('sees what the answer cites', async () => {
    const models = await modelsOf(scriptedModel(), [citing])
    const result = streamText({ model: models('citing'), prompt: '6 * 7?' })
    expect(await result.text).toBe('It is 42 [1].')
    expect(await result.sources).toMatchObject([{ sourceType: 'url', url: 'https://sums.example', title: 'Sums' }])
    const { sources } = await generateText({ model: models('citing'), prompt: '6 * 7?' })
    expect(sources).toMatchObject([{ url: 'https://sums.example' }])
  })

  it('is told of a failure', async () => {
    const models = await modelsOf(
      modelOf(() => {
        throw new Error('The provider is down.')
      }),
    )
    const asked = generateText({ model: models('direct'), prompt: 'Hi', maxRetries: 0 })
    await expect(asked).rejects.toThrow('The provider is down.')
  })
})
