import { defineLoop, defineTool } from '@gyre/core'
import { calls, says, scriptedModel } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores/memory'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Body, type Chat, chatting, said } from './support/chat-lab.ts'
import type { TestServerOptions } from './support/test-server.ts'

let chat: Chat | undefined

afterEach(async () => {
  await chat?.server.close()
  chat = undefined
})

/** A server over the store of the one before it, which is stopped. */
async function restarted(options: TestServerOptions): Promise<Chat> {
  await chat?.server.close()
  chat = await chatting(options)
  return chat
}

const send = defineTool({
  name: 'send',
  description: 'Sends a note.',
  input: z.object({ to: z.string() }),
  approval: 'always',
  run: () => 'sent',
})

const weather = { type: 'function', function: { name: 'weather', description: 'The weather.', parameters: {} } }

async function json({ server }: Chat, path: string, body: object): Promise<Body> {
  const response = await server.request(path, { json: body })
  return { status: response.status, ...((await response.json()) as object) }
}

async function text({ server }: Chat, path: string, body: object): Promise<string> {
  return (await server.request(path, { json: body })).text()
}

const run = (runId: string, resume: readonly object[] = []) => ({
  threadId: 't',
  runId,
  messages: [{ id: '1', role: 'user', content: 'Go' }],
  resume,
})

describe('a reply to a session that cannot go on here', () => {
  const store = () => memoryStore()
  const approving = () => ({ model: scriptedModel(calls('send', { to: 'ann' })), tools: [send] })
  const without = () => ({ model: scriptedModel(says('Never.')), tools: [] })

  it('is refused with what is missing, in a chat', async () => {
    const shared = store()
    const { gyre } = await (await restarted({ ...approving(), store: shared })).ask({
      model: 'react',
      messages: said('Go'),
    })
    const again = await restarted({ ...without(), store: shared })
    const reply = { model: 'react', messages: said('yes'), gyre: { session: gyre.session } }
    const body = await again.ask(reply)
    expect(body).toMatchObject({ error: { code: 'tool_unknown' } })
    expect(body.error.message).toContain('`send`')
    const streamed = await again.server.request('/v1/chat/completions', { json: { ...reply, stream: true } })
    expect(await streamed.json()).toMatchObject({ error: { code: 'tool_unknown' } })
    expect(await shared.interventions.list(gyre.session)).toEqual([])
  })

  it('is refused when it brings results of calls', async () => {
    const shared = store()
    const options = { model: scriptedModel(calls('weather')), tools: [send], store: shared }
    const asked = { model: 'react', messages: said('Go'), tools: [weather] }
    const { choices } = await (await restarted(options)).ask(asked)
    const again = await restarted({ ...without(), store: shared })
    const { message } = choices[0]
    const result = { role: 'tool', tool_call_id: message.tool_calls[0].id, content: '21 °C' }
    const body = await again.ask({ ...asked, messages: [...asked.messages, message, result] })
    expect(body).toMatchObject({ error: { code: 'tool_unknown' } })
  })

  it('is refused as a response', async () => {
    const shared = store()
    const first = await restarted({ ...approving(), store: shared })
    const { id } = await json(first, '/v1/responses', { model: 'react', input: 'Go' })
    const again = await restarted({ ...without(), store: shared })
    const body = await json(again, '/v1/responses', { model: 'react', input: 'yes', previous_response_id: id })
    expect(body).toMatchObject({ error: { code: 'tool_unknown' } })
  })

  it('is refused in AG-UI', async () => {
    const shared = store()
    const first = await restarted({ ...approving(), store: shared })
    await text(first, '/agui/react', run('1'))
    const [row] = await first.server.runtime.list()
    const again = await restarted({ ...without(), store: shared })
    const reply = { interruptId: `${row?.id}:act#1[0]/approve#1`, status: 'resolved', payload: { approved: true } }
    expect(await text(again, '/agui/react', run('2', [reply]))).toContain('tool-unknown')
  })

  it('is taken once it can go on again', async () => {
    const shared = store()
    const { gyre } = await (await restarted({ ...approving(), store: shared })).ask({
      model: 'react',
      messages: said('Go'),
    })
    const reply = { model: 'react', messages: said('yes'), gyre: { session: gyre.session } }
    await (await restarted({ ...without(), store: shared })).ask(reply)
    const back = await restarted({ model: scriptedModel(says('Told.')), tools: [send], store: shared })
    expect((await back.ask(reply)).choices[0].message.content).toBe('Told.')
  })
})

describe('a session that was set aside', () => {
  const inner = ['one', 'two'].map((name) => defineLoop({ name, run: async () => name }))
  const asking = (name: string) =>
    defineLoop({
      name: 'asking',
      run: async (ctx) => {
        await ctx.runLoop(name, 'Go')
        return `You said ${await ctx.askHuman('Which city?')}`
      },
    })

  /** Its loop runs another one first: a session that has run `one` cannot go on where that is `two`. */
  const begun = (name: string, store = memoryStore()) =>
    restarted({ model: scriptedModel(), loops: [...inner, asking(name)], store })

  it('is told as what it is in a chat, and goes on once it can', async () => {
    const { ask, server } = await begun('one')
    const { store } = server
    const { gyre } = await ask({ model: 'asking', messages: said('Go') })
    const reply = { model: 'asking', messages: said('Rome'), gyre: { session: gyre.session } }
    const changed = await begun('two', store)
    expect(await changed.ask(reply)).toMatchObject({ error: { code: 'journal_mismatch' } })
    const { text: stream } = await changed.stream(reply)
    expect(stream).toContain('journal_mismatch')
    expect((await (await begun('one', store)).ask(reply)).choices[0].message.content).toBe('You said Rome')
  })

  it('is taken up again by the same results', async () => {
    const calling = (name: string) =>
      defineLoop({
        name: 'calling',
        run: async (ctx) => {
          await ctx.runLoop(name, 'Go')
          const [result] = await ctx.callTools([{ type: 'tool-call', id: 'c1', tool: 'weather', input: {} }])
          return JSON.stringify(result)
        },
      })
    const store = memoryStore()
    const on = (name: string) => restarted({ model: scriptedModel(), loops: [...inner, calling(name)], store })
    const asked = { model: 'calling', messages: said('Go'), tools: [weather] }
    const { message } = (await (await on('one')).ask(asked)).choices[0]
    const result = { role: 'tool', tool_call_id: message.tool_calls[0].id, content: '21 °C' }
    const request = { ...asked, messages: [...asked.messages, message, result] }
    const changed = await on('two')
    expect(await changed.ask(request)).toMatchObject({ error: { code: 'journal_mismatch' } })
    expect(await changed.ask(request)).toMatchObject({ error: { code: 'journal_mismatch' } })
    expect((await (await on('one')).ask(request)).choices[0].message.content).toContain('21 °C')
  })

  it('is a failed response, whenever it is read', async () => {
    const first = await begun('one')
    const { id } = await json(first, '/v1/responses', { model: 'asking', input: 'Go' })
    const changed = await begun('two', first.server.store)
    const body = await json(changed, '/v1/responses', { model: 'asking', input: 'Rome', previous_response_id: id })
    expect(body).toMatchObject({ status: 'failed', error: { code: 'journal_mismatch' } })
    const read = (await (await changed.server.request(`/v1/responses/${body.id}`)).json()) as Body
    expect(read).toMatchObject({ status: 'failed', error: { code: 'journal_mismatch' } })
  })

  it('is a failed run of AG-UI, and goes on once it can', async () => {
    const first = await begun('one')
    const { store } = first.server
    await text(first, '/agui/asking', run('1'))
    const [row] = await first.server.runtime.list()
    const reply = [{ interruptId: `${row?.id}:ask#1`, status: 'resolved', payload: { answer: 'Rome' } }]
    expect(await text(await begun('two', store), '/agui/asking', run('2', reply))).toContain('journal-mismatch')
    expect(await text(await begun('one', store), '/agui/asking', run('3', reply))).toContain('You said Rome')
  })
})
