import { loops } from '@gyre/core'
import { calls, callsAll, fails, modelOf, type ScriptedTurn, says, scriptedModel } from '@gyre/core/testing'
import { demoModel } from '@gyre/models'
import {
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
  readUIMessageStream,
  type UIMessage,
} from 'ai'
import { afterEach, describe, expect, it } from 'vitest'
import { calculate, office } from './support/clerk.ts'
import { type TestServer, type TestServerOptions, testServer } from './support/test-server.ts'
import { chatOf, partsOf, type SeenPart, textIn, transportOf } from './support/ui-lab.ts'

let server: TestServer

afterEach(() => server.close())

async function open(options: TestServerOptions): Promise<TestServer> {
  server = await testServer(options)
  return server
}

const hello: UIMessage = { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Hello' }] }

describe('a chat', () => {
  it('shows thoughts, calls of the loop and the answer in one message', async () => {
    await open({
      model: scriptedModel(calls('weather', { city: 'Paris' }, 'I look it up.'), says('18 degrees.')),
      ...office,
    })
    const chat = chatOf(server, { persona: 'clerk' })
    await chat.sendMessage({ text: 'How warm is Paris?' })
    const [row] = await server.runtime.list()
    expect(chat.error).toBeUndefined()
    expect(chat.status).toBe('ready')
    expect(chat.messages.at(-1)).toMatchObject({
      id: `msg_${row?.id}`,
      role: 'assistant',
      metadata: { sessionId: row?.id, outcome: 'answered', usage: { modelCalls: 2, inputTokens: 20 } },
    })
    expect(partsOf(chat, 'reasoning')).toMatchObject([{ text: 'I look it up.', state: 'done' }])
    expect(partsOf(chat, 'dynamic-tool')).toMatchObject([
      {
        toolName: 'weather',
        state: 'output-available',
        input: { city: 'Paris' },
        output: '18 °C in Paris',
        providerExecuted: true,
      },
    ])
    expect(partsOf(chat, 'data-step').map(({ data }) => [data.name, data.state])).toEqual([
      ['think', 'done'],
      ['weather', 'done'],
      ['think', 'done'],
    ])
    expect(textIn(chat)).toBe('18 degrees.')
  })

  it('has the headers of the protocol, and its last line', async () => {
    await open({ model: scriptedModel(says('Hi.')) })
    const response = await server.request('/ui/chat', { json: { id: 'c', messages: [hello], loop: 'direct' } })
    expect(response.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1')
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect((await response.text()).endsWith('data: [DONE]\n\n')).toBe(true)
  })

  it('knows what was said before', async () => {
    const model = scriptedModel(says('18 degrees.'), says('Colder.'))
    await open({ model })
    const chat = chatOf(server, { model: 'direct', system: 'Be short.', gyre: { budget: { modelCalls: 3 } } })
    await chat.sendMessage({ text: 'How warm is Paris?' })
    await chat.sendMessage({ text: 'And Oslo?' })
    const said = JSON.stringify(model.requests[1]?.messages)
    expect(said).toContain('18 degrees.')
    expect(said).toContain('Be short.')
    expect(chat.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
    const [second, first] = await server.runtime.list()
    expect(second?.mirror.thread).toBe(first?.mirror.thread)
  })

  it('can be read with `readUIMessageStream`', async () => {
    await open({ model: scriptedModel(says('Hi there.')) })
    const stream = await transportOf(server, { loop: 'direct' }).sendMessages({
      chatId: 'c',
      messages: [hello],
      trigger: 'submit-message',
      messageId: undefined,
      abortSignal: undefined,
    })
    let last: UIMessage | undefined
    for await (const message of readUIMessageStream({ stream })) last = message
    expect(last?.parts.at(-1)).toMatchObject({ type: 'text', text: 'Hi there.', state: 'done' })
  })

  it('ends with an error when its session fails', async () => {
    await open({ model: scriptedModel(fails(new Error('out of order'))) })
    const chat = chatOf(server, { loop: 'direct' })
    await chat.sendMessage({ text: 'Hello' })
    expect(chat.error?.message).toContain('out of order')
  })

  it('is refused with what is wrong', async () => {
    await open({ model: scriptedModel() })
    const chat = chatOf(server, { loop: 'nobody' })
    await chat.sendMessage({ text: 'Hello' })
    expect(chat.error?.message).toContain('There is no persona or loop `nobody`')
    const response = await server.request('/ui/chat', { json: { id: 'c', messages: [hello], gyre: { speed: 1 } } })
    expect(response.status).toBe(400)
  })

  it('is aborted with the session when the client goes away and wants that', async () => {
    const begun = Promise.withResolvers<void>()
    const model = modelOf(async () => {
      begun.resolve()
      return new Promise(() => {})
    })
    await open({ model })
    const chat = chatOf(server, { loop: 'direct', gyre: { disconnect: 'abort' } })
    const sent = chat.sendMessage({ text: 'Hello' })
    await begun.promise
    await chat.stop()
    await sent
    const [row] = await server.runtime.list()
    const session = await server.runtime.session(row?.id ?? '')
    expect((await session.outcome).outcome).toBe('aborted')
  })

  it('leaves the session alone when the client goes away, and finds it again', async () => {
    const answer = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const model = modelOf(async () => {
      begun.resolve()
      await answer.promise
      return says('Hi there.')
    })
    await open({ model })
    const chat = chatOf(server, { loop: 'direct' })
    const sent = chat.sendMessage({ text: 'Hello' })
    await begun.promise
    await chat.stop()
    await sent
    const transport = transportOf(server, {})
    const stream = await transport.reconnectToStream({ chatId: 'my chat' })
    answer.resolve()
    let last: UIMessage | undefined
    for await (const message of readUIMessageStream({ stream: stream ?? new ReadableStream() })) last = message
    expect(last?.parts.at(-1)).toMatchObject({ type: 'text', text: 'Hi there.' })
    expect(await transport.reconnectToStream({ chatId: 'my chat' })).toBeNull()
  })
})

describe('another answer', () => {
  it('takes the place of one that nobody watches any more', async () => {
    const begun = Promise.withResolvers<void>()
    const model = scriptedModel(async () => {
      begun.resolve()
      return new Promise(() => {})
    }, says('Hi there.'))
    await open({ model })
    const chat = chatOf(server, { loop: 'direct' })
    const sent = chat.sendMessage({ text: 'Hello' })
    await begun.promise
    await chat.stop()
    await sent
    await chat.regenerate()
    expect(textIn(chat)).toBe('Hi there.')
    const [, first] = await server.runtime.list()
    const session = await server.runtime.session(first?.id ?? '')
    expect((await session.outcome).outcome).toBe('aborted')
  })
})

describe('a tool of the client', () => {
  const tools = { pick_color: { description: 'Lets the user pick.', parameters: { type: 'object', properties: {} } } }

  it('is run by the client, and the answer goes on in the same message', async () => {
    const model = scriptedModel(calls('pick_color', {}, 'I ask.'), says('You like red.'))
    await open({ model })
    const chat = chatOf(
      server,
      { loop: 'react', tools },
      {
        sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithToolCalls,
        onToolCall: ({ toolCall }) =>
          void chat.addToolOutput({ tool: 'pick_color', toolCallId: toolCall.toolCallId, output: { color: 'red' } }),
      },
    )
    await chat.sendMessage({ text: 'Which color do I like?' })
    await expect.poll(() => textIn(chat)).toBe('You like red.')
    expect(chat.messages).toHaveLength(2)
    expect(partsOf(chat, 'tool-pick_color')).toMatchObject([{ state: 'output-available', output: { color: 'red' } }])
    expect(await server.runtime.list()).toHaveLength(1)
    expect(JSON.stringify(model.requests[1]?.messages)).toContain('red')
  })
})

describe('an approval', () => {
  const both = callsAll({ tool: 'weather', input: { city: 'Oslo' } }, { tool: 'send', input: { to: 'Ann' } })

  async function asked(options: Partial<TestServerOptions> = {}, then: ScriptedTurn = says('Done.')) {
    await open({ model: scriptedModel(both, then), ...office, ...options })
    const chat = chatOf(
      server,
      { persona: 'clerk' },
      { sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses },
    )
    await chat.sendMessage({ text: 'Write to Ann.' })
    const part = partsOf(chat, 'dynamic-tool').find(({ toolName }) => toolName === 'send')
    return { chat, part }
  }

  it('is asked for with the call', async () => {
    const { part } = await asked()
    expect(part).toMatchObject({ state: 'approval-requested', input: { to: 'Ann' } })
  })

  it.each([
    [true, 'output-available'],
    [false, 'output-denied'],
  ])('is answered with %s, and the call is %s', async (approved, state) => {
    const { chat, part } = await asked()
    await chat.addToolApprovalResponse({ id: part.approval.id, approved })
    await expect.poll(() => textIn(chat)).toBe('Done.')
    const called = partsOf(chat, 'dynamic-tool').filter(({ toolName }) => toolName === 'send')
    expect(called).toMatchObject([{ state, approval: { approved } }])
    expect(chat.messages).toHaveLength(2)
    expect(chat.error).toBeUndefined()
  })

  it('may be given in words, in a message of its own', async () => {
    const { chat } = await asked()
    await chat.sendMessage({ text: 'Yes!' })
    expect(chat.error).toBeUndefined()
    expect(textIn(chat)).toBe('Done.')
    expect(partsOf(chat, 'dynamic-tool')).toMatchObject([{ toolName: 'send', output: 'sent to Ann' }])
  })

  it('is needed before anything else is done', async () => {
    const { chat } = await asked()
    await chat.sendMessage({ text: 'What about Bob?' })
    expect(chat.error?.message).toContain('has no reply to')
  })

  it('is asked for again when the page is loaded again', async () => {
    const { chat } = await asked()
    const other = chatOf(server, {}, { messages: chat.messages.slice(0, 1) })
    await other.resumeStream()
    const part = partsOf(other, 'dynamic-tool').find(({ toolName }) => toolName === 'send')
    expect(part).toMatchObject({ state: 'approval-requested', input: { to: 'Ann' } })
  })

  it('is told with what came of it to who reads from the beginning', async () => {
    const thinking = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    const { chat, part } = await asked({}, async () => {
      thinking.resolve()
      await answer.promise
      return says('Done.')
    })
    void chat.addToolApprovalResponse({ id: part.approval.id, approved: true })
    await thinking.promise
    const stream = await transportOf(server, {}).reconnectToStream({ chatId: 'my chat' })
    answer.resolve()
    let last: UIMessage | undefined
    for await (const message of readUIMessageStream({ stream: stream ?? new ReadableStream() })) last = message
    const parts: readonly SeenPart[] = last?.parts ?? []
    expect(parts.find(({ toolName }) => toolName === 'send')).toMatchObject({
      state: 'output-available',
      output: 'sent to Ann',
      approval: { approved: true },
    })
    expect(parts.at(-1)).toMatchObject({ type: 'text', text: 'Done.' })
  })

  it('is dropped with its session when another answer is wanted', async () => {
    const { chat } = await asked()
    await chat.regenerate()
    expect(await server.runtime.list()).toHaveLength(2)
    const [, first] = await server.runtime.list()
    const session = await server.runtime.session(first?.id ?? '')
    expect((await session.outcome).outcome).toBe('aborted')
  })
})

describe('a question', () => {
  it('is answered by the next message', async () => {
    await open({ model: scriptedModel(), ...office })
    const chat = chatOf(server, { loop: 'asking' })
    await chat.sendMessage({ text: 'Ask me.' })
    expect(partsOf(chat, 'data-question')).toMatchObject([{ data: { question: 'Which city?', state: 'open' } }])
    await chat.sendMessage({ text: 'Oslo' })
    expect(chat.error).toBeUndefined()
    expect(textIn(chat)).toBe('You said Oslo.')
    expect(new Set(chat.messages.map(({ id }) => id)).size).toBe(4)
  })
})

describe('guidance', () => {
  it('is shown in the message, before the step that was given it', async () => {
    const thinking = Promise.withResolvers<void>()
    const steered = Promise.withResolvers<void>()
    const model = scriptedModel(async () => {
      thinking.resolve()
      await steered.promise
      return calls('weather', { city: 'Oslo' })
    }, says('Done.'))
    await open({ model, ...office })
    const chat = chatOf(server, { persona: 'clerk' })
    const sent = chat.sendMessage({ text: 'Oslo?' })
    await thinking.promise
    const [row] = await server.runtime.list()
    await (await server.runtime.session(row?.id ?? '')).steer('Shorter!')
    steered.resolve()
    await sent
    expect(partsOf(chat, 'steering-message')).toMatchObject([{ parts: [{ type: 'text', text: 'Shorter!' }] }])
    expect(textIn(chat)).toBe('Done.')
  })
})

describe('every loop', () => {
  it.each(loops.map(({ name }) => name).filter((name) => name !== 'research'))('%s is a message', async (name) => {
    const persona = { name: `calculating-${name}`, loop: name, tools: ['math.calculate'] }
    await open({ model: demoModel, tools: [calculate], personas: [{ persona, source: 'test' }] })
    const chat = chatOf(server, { persona: persona.name })
    await chat.sendMessage({ text: loops.find((loop) => loop.name === name)?.example.goal ?? '' })
    const [row] = await server.runtime.list()
    const { view } = await server.runtime.read(row?.id ?? '')
    expect(chat.error).toBeUndefined()
    expect(textIn(chat)).toBe(view.answer)
  })
})
