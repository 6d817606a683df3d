import { assistant, type Message, observation, system, user } from '@gyre/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerSchema, failure, hello, lookUp, message, parts, textOf } from '../../test/reading.ts'
import { chatError, spoken } from '../../test/spoken.ts'
import { anthropic, chat, responses } from '../../test/wire-formats.ts'
import { type WireServer, wireServer } from '../../test/wire-server.ts'
import { aiSdkModel } from './ai-sdk-model.ts'

let server: WireServer
beforeEach(async () => {
  server = await wireServer()
})
afterEach(() => server.close())

const png = { type: 'image', mediaType: 'image/png', data: 'iVBORw0KGgo=' } as const
const opened = (name: string) => aiSdkModel(spoken[name]!.open(server.url))
const bodies = () => server.requests.map(({ body }) => body)

/** Two calls with ids as the kernel makes them, and their results. */
async function kernelCalls(name: string) {
  const ids = ['think#1:0', 'think#1:person']
  const calls = ids.map((id) => ({ type: 'tool-call', id, tool: 'web.look_up', input: {} }) as const)
  const results = calls.map(({ id, tool }) => observation({ type: 'tool-result', id, tool, text: id }))
  server.answer({ events: spoken[name]!.format.reply({}) })
  await parts(opened(name), { messages: [user('Hello'), assistant(calls), ...results], tools: [lookUp] })
  return bodies()[0].messages
}

/** A turn with reasoning, a call and its result, and the request that follows it. */
async function secondRequest(name: string, ...later: readonly Message[]) {
  const { format } = spoken[name]!
  const call = { id: 'call12345', name: 'web__look_up', input: ['{"query":"Rome"}'] }
  server.answer({ events: format.reply({ reasoning: ['I have ', 'to look.'], call }) }, { events: format.reply({}) })
  const model = opened(name)
  const first = await parts(model, { ...hello, tools: [lookUp] })
  const result = observation({
    type: 'tool-result',
    id: 'call12345',
    tool: 'web.look_up',
    text: 'In Italy.',
    parts: [png],
  })
  await parts(model, { messages: [...hello.messages, message(first), result, ...later], tools: [lookUp] })
  return { reasoning: textOf(first, 'reasoning'), body: bodies()[1] }
}

describe('openai responses on the wire', () => {
  it('stores nothing and hands the sealed reasoning back', async () => {
    const { reasoning, body } = await secondRequest('openai responses')
    expect(reasoning).toBe('I have to look.')
    expect(body.store).toBe(false)
    expect(body.include).toEqual(['reasoning.encrypted_content'])
    expect(body.input).toMatchObject([
      { role: 'developer', content: 'Be brief.' },
      { role: 'user' },
      { type: 'reasoning', encrypted_content: 'sealed', summary: [{ text: 'I have to look.' }] },
      { type: 'function_call', call_id: 'call12345', name: 'web__look_up', arguments: '{"query":"Rome"}' },
      { type: 'function_call_output', call_id: 'call12345', output: [{ text: 'In Italy.' }, { type: 'input_image' }] },
    ])
  })

  it('is strict about a schema that is, and only about such a one', async () => {
    const loose = { name: 'answer', schema: { type: 'object', properties: { city: { type: 'string' } } } }
    server.answer({ events: responses.reply({}) }, { events: responses.reply({}) })
    await parts(opened('openai responses'), { ...hello, output: answerSchema })
    await parts(opened('openai responses'), { ...hello, output: loose })
    expect(bodies().map(({ text }) => text.format)).toMatchObject([
      { type: 'json_schema', name: 'answer', strict: true },
      { type: 'json_schema', name: 'answer', strict: false },
    ])
  })

  it('leaves system messages where they are', async () => {
    const { body } = await secondRequest('openai responses', system('Hurry.'))
    expect(body.input.at(-1)).toEqual({ role: 'developer', content: 'Hurry.' })
  })

  it('ends the text at a stop text, which this format has no word for', async () => {
    server.answer({ events: responses.reply({ text: ['Thought: look\nObser', 'vation: made up'] }) })
    const all = await parts(opened('openai responses'), { ...hello, stop: ['\nObservation:'] })
    expect(textOf(all)).toBe('Thought: look')
    expect(all.at(-1)).toMatchObject({ type: 'finish', usage: { outputTokens: 20 } })
  })
})

describe('openai chat on the wire', () => {
  it('sends pictures of a tool after its result', async () => {
    const { body } = await secondRequest('openai chat')
    expect(body.messages).toMatchObject([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello' },
      { role: 'assistant', tool_calls: [{ id: 'call12345' }] },
      { role: 'tool', tool_call_id: 'call12345', content: 'In Italy.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'From the result of web.look_up:' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
        ],
      },
    ])
  })
})

describe('anthropic on the wire', () => {
  it('hands signed thinking back and marks what is to be cached', async () => {
    const { reasoning, body } = await secondRequest('anthropic')
    const mark = { cache_control: { type: 'ephemeral' } }
    expect(reasoning).toBe('I have to look.')
    expect(body.system).toEqual([{ type: 'text', text: 'Be brief.', ...mark }])
    expect(body.messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'I have to look.', signature: 'sealed' },
          { type: 'tool_use', id: 'call12345', name: 'web__look_up', input: { query: 'Rome' } },
        ],
      },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'call12345',
            content: [
              { type: 'text', text: 'In Italy.' },
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
            ],
            ...mark,
          },
        ],
      },
    ])
  })

  it('gets ids of calls that it takes', async () => {
    const [, asked, answered] = await kernelCalls('anthropic')
    const ids = asked.content.map(({ id }: { id: string }) => id)
    expect(ids[0]).toBe('call--18b159b6d62f7c48dc4a0d464f58d169')
    expect(ids[1]).toMatch(/^call--[0-9a-f]{32}$/)
    expect(answered.content).toMatchObject([
      { type: 'tool_result', tool_use_id: ids[0], content: 'think#1:0' },
      { type: 'tool_result', tool_use_id: ids[1], content: 'think#1:person' },
    ])
  })

  it('counts what it wrote to its cache', async () => {
    const events = anthropic
      .reply({ text: ['Hi.'] })
      .map((event) => event.replace('creation_input_tokens":0', 'creation_input_tokens":30'))
    server.answer({ events })
    expect((await parts(opened('anthropic'), hello)).at(-1)).toMatchObject({
      usage: { inputTokens: 130, cachedInputTokens: 60, cacheWriteTokens: 30 },
    })
  })

  it('says a later system message as the user', async () => {
    const { body } = await secondRequest('anthropic', system('Hurry.'))
    expect(body.messages.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant', 'user'])
    expect(body.messages[2].content.at(-1)).toMatchObject({ type: 'text', text: 'Hurry.' })
  })

  it('marks the answer of a tool that failed', async () => {
    server.answer({ events: anthropic.reply({}) })
    const call = { type: 'tool-call', id: 'c1', tool: 'web.look_up', input: 'half', fault: 'cut off' } as const
    const result = { type: 'tool-result', id: 'c1', tool: 'web.look_up', text: 'Unreadable.', error: true } as const
    await parts(opened('anthropic'), { messages: [user('Hello'), assistant([call]), observation(result)] })
    const [, asked, answered] = bodies()[0].messages
    expect(asked.content[0].input).toEqual({ unreadable: 'half' })
    expect(answered.content[0]).toMatchObject({ content: 'Unreadable.', is_error: true })
  })
})

describe('google on the wire', () => {
  it('hands the signature of a call back with it', async () => {
    const { reasoning, body } = await secondRequest('google')
    expect(reasoning).toBe('I have to look.')
    expect(body.systemInstruction).toEqual({ parts: [{ text: 'Be brief.' }] })
    const call = body.contents[1].parts.find((part: object) => 'functionCall' in part)
    expect(call).toMatchObject({
      functionCall: { name: 'web__look_up', args: { query: 'Rome' } },
      thoughtSignature: 'sealed',
    })
  })

  it('says a later system message as the user', async () => {
    const { body } = await secondRequest('google', system('Hurry.'))
    expect(body.contents.at(-1)).toEqual({ role: 'user', parts: [{ text: 'Hurry.' }] })
  })
})

describe('mistral on the wire', () => {
  it('gets ids of nine letters and digits', async () => {
    const [, asked, ...answered] = await kernelCalls('mistral')
    const ids = asked.tool_calls.map(({ id }: { id: string }) => id)
    expect(ids[0]).toBe('bEWJxMlqo')
    expect(ids[1]).toMatch(/^[A-Za-z0-9]{9}$/)
    expect(answered.map(({ tool_call_id }: { tool_call_id: string }) => tool_call_id)).toEqual(ids)
  })

  it('answers a tool before the user speaks again', async () => {
    const { reasoning, body } = await secondRequest('mistral', system('Hurry.'))
    expect(reasoning).toBe('I have to look.')
    expect(body.messages.map(({ role }: { role: string }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ])
    expect(body.messages[2].content).toEqual([
      { type: 'thinking', thinking: [{ type: 'text', text: 'I have to look.' }], closed: true },
    ])
  })
})

describe('a compatible server on the wire', () => {
  it('gets one system message, and its reasoning back', async () => {
    server.answer({ events: chat.reply({}) })
    await parts(opened('openai-compatible'), {
      messages: [
        system('Be brief.'),
        system('Be kind.'),
        user('Hello'),
        assistant([
          { type: 'reasoning', text: 'A greeting.' },
          { type: 'text', text: 'Hi.' },
        ]),
        user('Bye'),
        system('Hurry.'),
      ],
    })
    expect(bodies()[0].messages).toEqual([
      { role: 'system', content: 'Be brief.\n\nBe kind.' },
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hi.', reasoning_content: 'A greeting.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Bye' },
          { type: 'text', text: 'Hurry.' },
        ],
      },
    ])
  })

  it('counts tokens of reasoning', async () => {
    server.answer({ events: chat.reply({ reasoning: ['Hm.'], text: ['Hi.'] }) })
    const all = await parts(opened('openai-compatible'), hello)
    expect(all.at(-1)).toMatchObject({ usage: { reasoningTokens: 5 } })
    expect(textOf(all, 'reasoning')).toBe('Hm.')
  })

  it('learns that a schema is not for it', async () => {
    server.answer({ status: 400, body: chatError('response_format json_schema is not supported by this model') })
    const model = opened('openai-compatible')
    const error = await failure(model, { ...hello, output: answerSchema })
    expect(error).toMatchObject({ code: 'model-incapable', details: { capability: 'output' } })
    expect(model.nativeOutput).toBe(false)
    server.answer({ events: chat.reply({ text: ['{}'] }) })
    await parts(model, { ...hello, output: answerSchema })
    expect(bodies()[1].response_format).toBeUndefined()
  })

  it('is told a schema in the prompt that it does not take, and only this one', async () => {
    const invalid = chatError("Invalid schema for response_format 'answer': 'oneOf' is not permitted.")
    const answer = { events: chat.reply({ text: ['{}'] }) }
    server.answer({ status: 400, body: invalid }, answer, answer, answer)
    const model = opened('openai-compatible')
    const other = { name: 'other', schema: { type: 'object', properties: {}, additionalProperties: false } }
    const first = await parts(model, { ...hello, output: answerSchema })
    await parts(model, { ...hello, output: answerSchema })
    await parts(model, { ...hello, output: other })
    expect(first.filter(({ type }) => type !== 'alive').map(({ type }) => type)).toEqual(['retry', 'text', 'finish'])
    expect(first[0]).toMatchObject({ error: { code: 'model-incapable', status: 400 }, waitMs: 0 })
    expect(model.nativeOutput).toBe(true)
    const told = bodies().map(({ response_format, messages }) => [
      response_format?.json_schema.name,
      messages[0].content.includes('Reply with the answer as JSON, and nothing else.'),
    ])
    expect(told).toEqual([
      ['answer', false],
      [undefined, true],
      [undefined, true],
      ['other', false],
    ])
    expect(bodies()[1].messages[0].content).toContain('"required":["city"]')
  })
})
