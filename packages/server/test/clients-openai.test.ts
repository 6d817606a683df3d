import { calls, fails, says, scripted, scriptedModel } from '@gyre/core/testing'
import OpenAI from 'openai'
import { zodResponseFormat } from 'openai/helpers/zod'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type TestServer, type TestServerOptions, testServer } from './support/test-server.ts'

let server: TestServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

async function client(options: TestServerOptions): Promise<OpenAI> {
  server = await testServer(options)
  return new OpenAI({ baseURL: server.openai, apiKey: server.key })
}

const messages = [{ role: 'user', content: 'Hello' }] as const

const weather = {
  type: 'function',
  function: {
    name: 'weather',
    description: 'The weather now.',
    parameters: { type: 'object', properties: { city: { type: 'string' } } },
  },
} as const

describe('the client of OpenAI', () => {
  it('reads a stream chunk by chunk', async () => {
    const openai = await client({ model: scriptedModel({ reasoning: 'A greeting.', text: 'Hi there.' }) })
    const stream = await openai.chat.completions.create({ model: 'direct', messages: [...messages], stream: true })
    let text = ''
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? ''
    expect(text).toBe('Hi there.')
  })

  it('reads an answer, and knows the request', async () => {
    const openai = await client({ model: scriptedModel(says('Hi.')) })
    const answer = await openai.chat.completions.create({ model: 'direct', messages: [...messages] })
    expect(answer.choices[0]?.message.content).toBe('Hi.')
    expect(answer._request_id).toMatch(/^req_/)
  })

  it('follows a stream by events', async () => {
    const openai = await client({ model: scriptedModel(calls('nothing'), says('Hi there.')) })
    const stream = openai.chat.completions.stream({
      model: 'react',
      messages: [...messages],
      stream_options: { include_usage: true },
    })
    const whole = await stream.finalChatCompletion()
    expect(whole.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: 'Hi there.' } })
    expect(whole.usage).toMatchObject({ prompt_tokens: 20, completion_tokens: 10, total_tokens: 30 })
  })

  it('parses an answer of a shape', async () => {
    const openai = await client({ model: scripted([says('{"count":7}')], { nativeOutput: true }) })
    const answer = await openai.chat.completions.parse({
      model: 'direct',
      messages: [...messages],
      response_format: zodResponseFormat(z.object({ count: z.number() }), 'count'),
    })
    expect(answer.choices[0]?.message.parsed).toEqual({ count: 7 })
  })

  it('runs its tools', async () => {
    const openai = await client({ model: scriptedModel(calls('weather', { city: 'Paris' }), says('Warm.')) })
    const asked: string[] = []
    const runner = openai.chat.completions.runTools({
      model: 'react',
      messages: [...messages],
      stream: true,
      tools: [
        {
          ...weather,
          function: {
            ...weather.function,
            parse: JSON.parse,
            function: ({ city }: { readonly city: string }) => {
              asked.push(city)
              return '21 °C'
            },
          },
        },
      ],
    })
    expect(await runner.finalContent()).toBe('Warm.')
    expect(asked).toEqual(['Paris'])
    expect(await server?.runtime.list()).toHaveLength(1)
  })

  it('is told of a failure, once', async () => {
    const model = scriptedModel(fails(new Error('out of order')), fails(new Error('out of order')))
    const openai = await client({ model })
    const create = (stream: boolean) =>
      openai.chat.completions.create({ model: 'direct', messages: [...messages], stream }) as Promise<
        AsyncIterable<unknown>
      >
    await expect(create(false)).rejects.toMatchObject({ status: 502, code: 'provider_error' })
    expect(model.requests).toHaveLength(1)
    const reading = create(true).then((stream) => Array.fromAsync(stream))
    await expect(reading).rejects.toBeInstanceOf(OpenAI.APIError)
  })

  it('is refused with a wrong key', async () => {
    await client({ model: scriptedModel() })
    const stranger = new OpenAI({ baseURL: server?.openai ?? '', apiKey: 'wrong' })
    await expect(stranger.models.list()).rejects.toBeInstanceOf(OpenAI.AuthenticationError)
  })

  it('lists models and finds one', async () => {
    const openai = await client({ model: scriptedModel() })
    const listed = await Array.fromAsync(openai.models.list())
    expect(listed.map(({ id }) => id)).toContain('react')
    expect((await openai.models.retrieve('react')).owned_by).toBe('gyre')
    await expect(openai.models.retrieve('nobody')).rejects.toBeInstanceOf(OpenAI.NotFoundError)
  })
})
