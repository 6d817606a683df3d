import { calls, fails, says, scriptedModel } from '@gyre/core/testing'
import { HumanMessage, ToolMessage } from '@langchain/core/messages'
import { ChatOpenAI } from '@langchain/openai'
import { afterEach, describe, expect, it } from 'vitest'
import { type TestServer, type TestServerOptions, testServer } from './support/test-server.ts'

let server: TestServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

async function model(name: string, options: TestServerOptions): Promise<ChatOpenAI> {
  server = await testServer(options)
  return new ChatOpenAI({ model: name, apiKey: server.key, maxRetries: 0, configuration: { baseURL: server.openai } })
}

const weather = {
  type: 'function',
  function: {
    name: 'weather',
    description: 'The weather now.',
    parameters: { type: 'object', properties: { city: { type: 'string' } } },
  },
}

describe('LangChain', () => {
  it('reads an answer', async () => {
    const chat = await model('direct', { model: scriptedModel(says('Hi.')) })
    const answer = await chat.invoke('Hello')
    expect(answer.content).toBe('Hi.')
    expect(answer.usage_metadata).toMatchObject({ input_tokens: 10, output_tokens: 5 })
  })

  it('reads a stream, past statuses', async () => {
    const chat = await model('react', { model: scriptedModel(calls('nothing'), says('Hi there.')) })
    const chunks = await Array.fromAsync(await chat.stream('Hello'))
    expect(chunks.map(({ content }) => content).join('')).toBe('Hi there.')
  })

  it('brings results of its tools', async () => {
    const script = scriptedModel(calls('weather', { city: 'Paris' }), says('Warm.'))
    const chat = (await model('react', { model: script })).bindTools([weather])
    const asked = new HumanMessage('Is it warm?')
    const first = await chat.invoke([asked])
    const [call] = first.tool_calls ?? []
    expect(call).toMatchObject({ name: 'weather', args: { city: 'Paris' } })
    const result = new ToolMessage({ tool_call_id: call?.id ?? '', content: '21 °C' })
    const second = await chat.invoke([asked, first, result])
    expect(second.content).toBe('Warm.')
  })

  it('is told of a failure', async () => {
    const chat = await model('direct', { model: scriptedModel(fails(new Error('out of order'))) })
    await expect(chat.invoke('Hello')).rejects.toThrow('out of order')
  })
})
