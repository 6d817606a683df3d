import { defineLoop, type Loop, textOf } from '@gyre/core'
import { calls, fails, says, scripted, scriptedModel } from '@gyre/core/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { type Body, type Chat, chatting, read, said } from './support/chat-lab.ts'
import type { TestServerOptions } from './support/test-server.ts'

let chat: Chat | undefined

afterEach(async () => {
  await chat?.server.close()
  chat = undefined
})

async function open(options: TestServerOptions): Promise<Chat> {
  chat = await chatting(options)
  return chat
}

describe('a chat completion', () => {
  it('is the answer of a loop, with its usage and its session', async () => {
    const { ask, server } = await open({ model: scriptedModel(says('Hi.', { inputTokens: 7, outputTokens: 2 })) })
    const body = await ask({ model: 'direct', messages: said('Hello') })
    const [row] = await server.runtime.list()
    expect(body).toMatchObject({
      status: 200,
      id: `chatcmpl-${row?.id}`,
      object: 'chat.completion',
      model: 'direct',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hi.', refusal: null }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9, gyre: { calls: 1 } },
      gyre: { session: row?.id, status: 'completed', outcome: 'answered' },
    })
    expect(body.headers.get('x-gyre-session-id')).toBe(row?.id)
    expect(body.headers.get('x-request-id')).toMatch(/^req_/)
  })

  it('streams the same: who speaks, pieces, the end, the usage, and the last line', async () => {
    const { stream } = await open({ model: scriptedModel(says('Hi there.')) })
    const answer = await stream({ model: 'direct', messages: said('Hello') })
    expect(answer.chunks[0].choices).toEqual([
      { index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null },
    ])
    expect(answer).toMatchObject({ content: 'Hi there.', finish: 'stop', usage: { total_tokens: 15 } })
    expect(answer.chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 10 } })
    expect(answer.text.endsWith('data: [DONE]\n\n')).toBe(true)
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(new Set(answer.chunks.map(({ id, created }) => `${id} ${created}`)).size).toBe(1)
    expect(answer.chunks.every(({ choices }) => Array.isArray(choices))).toBe(true)
  })

  it('tells the usage only to who asked for it', async () => {
    const { server } = await open({ model: scriptedModel(says('Hi.')) })
    const json = { model: 'direct', messages: said('Hello'), stream: true }
    const answer = read(await (await server.request('/v1/chat/completions', { json })).text())
    expect(answer.usage).toBeUndefined()
  })

  it('ends with a status that is done', async () => {
    const { stream } = await open({ model: scriptedModel(says('Hi.')) })
    const { events } = await stream({ model: 'direct', messages: said('Hello') })
    expect(events.at(-1)).toEqual({ type: 'status', data: { description: 'Done', done: true } })
  })

  it('keeps reasoning and content apart', async () => {
    const { stream } = await open({ model: scriptedModel({ reasoning: 'Six sevens.', text: 'It is 42.' }) })
    const answer = await stream({ model: 'direct', messages: said('6 * 7?') })
    expect(answer).toMatchObject({ reasoning: 'Six sevens.\n\n', content: 'It is 42.' })
    const deltas = answer.chunks.flatMap(({ choices }) => choices.map(({ delta }: Body) => Object.keys(delta)))
    expect(deltas.filter((keys) => keys.includes('content') && keys.includes('reasoning_content'))).toEqual([])
  })

  it.each([
    ['think', '<think>Six sevens.</think>\n\nIt is 42.', ''],
    ['none', 'It is 42.', ''],
  ])('tells reasoning as `%s` when asked to', async (reasoning, content, apart) => {
    const model = scriptedModel({ reasoning: 'Six sevens.', text: 'It is 42.' })
    const { stream } = await open({ model })
    const answer = await stream({ model: 'direct', messages: said('6 * 7?'), gyre: { reasoning } })
    expect(answer).toMatchObject({ content, reasoning: apart })
  })

  it('tells no event when the status is off', async () => {
    const { stream } = await open({ model: scriptedModel(says('Hi.')) })
    const { events } = await stream({ model: 'direct', messages: said('Hello'), gyre: { status: 'off' } })
    expect(events).toEqual([])
  })

  it('splits what is long into lines that clients can read', async () => {
    const long = 'ä😀'.repeat(40_000)
    const { stream } = await open({ model: scriptedModel(says(long)) })
    const answer = await stream({ model: 'direct', messages: said('Go on.') })
    expect(answer.content).toBe(long)
    expect(Math.max(...answer.text.split('\n').map((line) => Buffer.byteLength(line)))).toBeLessThan(64_000)
  })
})

describe('a request', () => {
  it('gives the loop what was said before, instructions, sampling and config', async () => {
    const model = scriptedModel(says('FINAL ANSWER: 42'))
    const { ask } = await open({ model })
    const messages = [
      { role: 'system', content: 'Be short.' },
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: '<details type="reasoning">Hm</details>Hi.' },
      { role: 'user', content: '6 * 7?' },
    ]
    const sampling = { temperature: 0.3, top_p: 0.8, max_tokens: 77, seed: 5, stop: 'END' }
    await ask({ model: 'cot', messages, ...sampling, gyre: { config: { samples: 1 } } })
    const [sent] = model.requests
    expect(sent).toMatchObject({ temperature: 0.3, topP: 0.8, maxOutputTokens: 77, seed: 5, stop: ['END'] })
    const texts = sent?.messages.map((message) => `${message.role}: ${textOf(message)}`) ?? []
    expect(texts.join('\n')).toContain('Be short.')
    expect(texts).toContain('user: Hello')
    expect(texts).toContain('assistant: Hi.')
    expect(texts.at(-1)).toContain('6 * 7?')
  })

  it('adds its instructions to those of the persona', async () => {
    const model = scriptedModel(says('Hi.'))
    const persona = { name: 'polite', loop: 'direct', instructions: 'Say please.' }
    const { ask } = await open({ model, personas: [{ persona, source: 'test' }] })
    await ask({ model: 'polite', messages: [{ role: 'system', content: 'Be short.' }, ...said('Hello')] })
    expect(JSON.stringify(model.requests[0]?.messages)).toContain('Say please.\\n\\nBe short.')
  })

  it('asks for an answer of a shape, as JSON text', async () => {
    const model = scripted([{ reasoning: 'I count.', text: '{"count":7}' }], { nativeOutput: true })
    const { ask } = await open({ model })
    const schema = { type: 'object', properties: { count: { type: 'number' } }, required: ['count'] }
    const body = await ask({
      model: 'direct',
      messages: said('How many?'),
      response_format: { type: 'json_schema', json_schema: { name: 'count', schema } },
      gyre: { status: 'content', reasoning: 'think' },
    })
    expect(JSON.parse(body.choices[0].message.content)).toEqual({ count: 7 })
    expect(body.choices[0].message.reasoning_content).toBe('I count.\n\n')
  })

  it('asks for any object, too', async () => {
    const model = scripted([says('{"count":7}')], { nativeOutput: true })
    const { ask } = await open({ model })
    const format = { type: 'json_object' }
    const body = await ask({ model: 'direct', messages: said('How many?'), response_format: format })
    expect(JSON.parse(body.choices[0].message.content)).toEqual({ count: 7 })
  })

  it('ignores fields that it does not know', async () => {
    const { ask } = await open({ model: scriptedModel(says('Hi.')) })
    const body = await ask({ model: 'direct', messages: said('Hello'), n: 1, top_p: 0.9, user: 'u', verbosity: 'low' })
    expect(body.status).toBe(200)
  })

  it('has one thread for a name, as every other interface has', async () => {
    const { ask, server } = await open({ model: scriptedModel(says('A'), says('B')) })
    await ask({ model: 'direct', messages: said('x'), gyre: { thread: 'my chat/é' } })
    const threads = async () => {
      const rows = await server.runtime.list()
      return Promise.all(rows.map(async ({ id }) => (await server.runtime.read(id)).view.definition?.thread))
    }
    const [thread] = await threads()
    expect(thread).toMatch(/^thr_[0-9a-f]{32}$/)
    await ask({ model: 'direct', messages: said('y'), gyre: { thread } })
    expect(await threads()).toEqual([thread, thread])
  })

  it('keeps to a thread: what was said in it is known', async () => {
    const model = scriptedModel(says('Hi, Ann.'), says('Ann.'))
    const { ask } = await open({ model })
    await ask({ model: 'direct', messages: said('I am Ann.'), gyre: { thread: 'talk' } })
    await ask({ model: 'direct', messages: said('Who am I?'), gyre: { thread: 'talk' } })
    expect(model.requests[1]?.messages.map(textOf).slice(-3)).toEqual(['I am Ann.', 'Hi, Ann.', 'Who am I?'])
  })

  it('keeps the chats of Open WebUI in threads of their own, for each owner', async () => {
    const model = scriptedModel(says('1'), says('2'), says('3'))
    const { ask, server } = await open({ model })
    const request = { model: 'direct', messages: said('Hello') }
    await ask(request, { 'x-openwebui-chat-id': 'chat-1' })
    await ask(request, { 'x-openwebui-chat-id': 'chat-1' })
    await ask(request, { 'x-openwebui-chat-id': 'chat-2' })
    const threads = (await server.runtime.list()).map(({ mirror }) => mirror.thread)
    expect(new Set(threads).size).toBe(2)
    expect(threads.every((thread) => /^thr_[0-9a-f]{32}$/.test(thread))).toBe(true)
    // Such a client sends all that was said: nothing is added to it.
    expect(model.requests[1]?.messages.map(textOf).filter((text) => text === '1')).toEqual([])
  })

  it('takes a template that nobody filled in for no chat', async () => {
    const { ask, server } = await open({ model: scriptedModel(says('1'), says('2')) })
    const request = { model: 'direct', messages: said('Hello') }
    await ask(request, { 'x-gyre-chat': '{{CHAT_ID}}' })
    await ask(request, { 'x-gyre-chat': '{{CHAT_ID}}' })
    expect(new Set((await server.runtime.list()).map(({ mirror }) => mirror.thread)).size).toBe(2)
  })

  it.each([
    [{ model: 'direct' }, 'messages', 400],
    [{ model: 'direct', messages: [] }, 'messages', 400],
    [{ model: 'direct', messages: [{ role: 'robot', content: 'x' }] }, 'messages[0].role', 400],
    [{ model: 'direct', messages: said('x'), n: 2 }, 'n', 400],
    [{ model: 'direct', messages: said('x'), temperature: 3 }, 'temperature', 400],
    [{ model: 'direct', messages: said('x'), gyre: { stauts: 'off' } }, 'gyre.stauts', 400],
    [{ model: 'direct', messages: said('x'), gyre: { config: { memory: 1 } } }, 'gyre.config', 400],
    [{ model: 'direct', messages: said('x'), gyre: { budget: { calls: 1 } } }, 'gyre.budget', 400],
    [{ model: 'dirct', messages: said('x') }, 'model', 404],
    [{ messages: said('x') }, 'model', 400],
  ])('%j is refused, and the field is named', async (request, param, status) => {
    const { ask } = await open({ model: scriptedModel() })
    const body = await ask({ ...request, stream: true })
    expect(body).toMatchObject({ status, error: { param, type: 'invalid_request_error' } })
    expect(body.headers.get('content-type')).toContain('application/json')
  })

  it('without a key is refused in the same form', async () => {
    const { ask } = await open({ model: scriptedModel() })
    const body = await ask({ model: 'direct', messages: said('x') }, { authorization: 'Bearer wrong' })
    expect(body).toMatchObject({ status: 401, error: { code: 'invalid_api_key', type: 'invalid_request_error' } })
  })

  it('for a persona that the key may not use finds none', async () => {
    const { ask, server } = await open({ model: scriptedModel() })
    const key = await server.keyFor({ personas: ['cot'] })
    const body = await ask({ model: 'direct', messages: said('x') }, { authorization: `Bearer ${key}` })
    expect(body).toMatchObject({ status: 404, error: { code: 'model_not_found' } })
  })

  it('to another address under /v1 is told so', async () => {
    const { server } = await open({ model: scriptedModel() })
    const response = await server.request('/v1/completions', { json: {} })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { code: 'route_unknown' } })
  })
})

describe('how it ends', () => {
  const ending = (name: string, run: Loop['run']) => defineLoop({ name, run })

  it.each([
    ['limit:turns', 'length'],
    ['gap_open', 'stop'],
    ['blocked', 'content_filter'],
    ['stuck:duplicate', 'stop'],
    ['answered', 'stop'],
  ] as const)('by `%s` is told as `%s`', async (outcome, reason) => {
    const loop = ending('odd', async () => ({ answer: 'So far.', outcome, gap: 'the rest' }))
    const { ask, stream } = await open({ model: scriptedModel(), loops: [loop] })
    const whole = await ask({ model: 'odd', messages: said('Go') })
    const streamed = await stream({ model: 'odd', messages: said('Go') })
    expect(whole.choices[0]).toMatchObject({ finish_reason: reason, message: { content: 'So far.' } })
    expect(whole.gyre).toMatchObject({ outcome, gap: 'the rest' })
    expect(streamed).toMatchObject({ finish: reason, content: 'So far.', gyre: { outcome, gap: 'the rest' } })
  })

  it('by a failure of the provider is an error, which must not be tried again', async () => {
    const model = scriptedModel(fails(new Error('out of order')), fails(new Error('out of order'), 'Hi th'))
    const { ask, stream } = await open({ model })
    const whole = await ask({ model: 'direct', messages: said('Hello') })
    expect(whole).toMatchObject({ status: 502, error: { type: 'server_error', code: 'provider_error', param: null } })
    expect(whole.error.message).toContain('out of order')
    expect(whole.headers.get('x-should-retry')).toBe('false')
    expect(whole.headers.get('x-gyre-session-id')).toMatch(/^ses_/)
    const streamed = await stream({ model: 'direct', messages: said('Hello') })
    expect(streamed.chunks.at(-1)).toMatchObject({ error: { code: 'provider_error', type: 'server_error' } })
    expect(streamed.text.endsWith('data: [DONE]\n\n')).toBe(true)
    expect(streamed.finish).toBeNull()
    expect(streamed.events.at(-1)).toEqual({ type: 'status', data: { description: 'Failed', done: true } })
  })

  it('stuck without an answer is an error', async () => {
    const loop = ending('odd', async () => ({ answer: null, outcome: 'stuck:duplicate' }))
    const { ask } = await open({ model: scriptedModel(), loops: [loop] })
    const body = await ask({ model: 'odd', messages: said('Go') })
    expect(body).toMatchObject({ status: 502, error: { code: 'output_invalid', type: 'server_error' } })
    expect(body.error.message).toMatch(/^The session ended as `stuck:duplicate` with no answer\. Use a stronger model/)
  })
})

describe('a background task', () => {
  const task = { model: 'react', messages: said('### Task:\nGenerate a title for the chat.') }

  it('is answered by one plain call, with no session', async () => {
    const model = scriptedModel(says('{"title":"Chat"}', { inputTokens: 30, outputTokens: 4 }))
    const { ask, server } = await open({ model })
    expect(await ask({ ...task, top_p: 0.5, stop: ['END', ''] })).toMatchObject({
      status: 200,
      choices: [{ message: { content: '{"title":"Chat"}' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 30, completion_tokens: 4, total_tokens: 34 },
    })
    expect(model.requests[0]).toMatchObject({ topP: 0.5, stop: ['END'], maxOutputTokens: 1000 })
    expect(await server.runtime.list()).toEqual([])
  })

  it('is known by a header, too, streamed or not', async () => {
    const { ask, stream, server } = await open({
      model: scriptedModel(says('A'), says('B', { inputTokens: 7, outputTokens: 2 })),
    })
    const request = { model: 'react', messages: said('Tags, please.') }
    expect((await ask(request, { 'x-gyre-task': 'tags_generation' })).choices[0].message.content).toBe('A')
    expect(await stream(request, { 'x-openwebui-task': 'title_generation' })).toMatchObject({
      content: 'B',
      finish: 'stop',
      usage: { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 },
    })
    expect(await server.runtime.list()).toEqual([])
  })

  it('is none when it is streamed without a header, or the header is empty', async () => {
    const { stream, server } = await open({ model: scriptedModel(says('A')) })
    await stream({ ...task, model: 'direct' }, { 'x-gyre-task': '' })
    expect(await server.runtime.list()).toHaveLength(1)
  })

  it('counts for the budget of its key', async () => {
    const { ask, server } = await open({ model: scriptedModel(says('A', { inputTokens: 90, outputTokens: 10 })) })
    const key = await server.keyFor({ budget: { perDay: { tokens: 100 } } })
    const headers = { authorization: `Bearer ${key}` }
    expect((await ask(task, headers)).status).toBe(200)
    expect(await ask(task, headers)).toMatchObject({ status: 429, error: { code: 'budget_exceeded' } })
  })
})

describe('tools of the loop', () => {
  it('are never told as calls of the client', async () => {
    const model = scriptedModel(calls('nothing', {}), says('Done.'))
    const { stream } = await open({ model })
    const answer = await stream({ model: 'react', messages: said('Go') })
    expect(answer.content).toBe('Done.')
    expect(answer.text).not.toContain('tool_calls')
  })
})
