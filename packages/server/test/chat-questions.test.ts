import { defineLoop, defineTool } from '@gyre/core'
import { calls, callsAll, says, scriptedModel } from '@gyre/core/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Chat, chatting, said } from './support/chat-lab.ts'
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

function sender() {
  const sent: string[] = []
  const send = defineTool({
    name: 'send',
    description: 'Sends a note.',
    input: z.object({ to: z.string() }),
    approval: 'always',
    run: ({ to }) => {
      sent.push(to)
      return `sent to ${to}`
    },
  })
  return { sent, send }
}

const personas = [{ persona: { name: 'clerk', loop: 'react' }, source: 'test' }]

const wanted = { model: 'clerk', messages: said('Tell Ann.') }

const asking = defineLoop({
  name: 'asking',
  run: async (ctx) => `You said ${await ctx.askHuman('Which city?')}`,
})

describe('a question to a person', () => {
  it('is the answer, and tells how to answer it', async () => {
    const { send, sent } = sender()
    const { ask } = await open({ model: scriptedModel(calls('send', { to: 'ann' })), tools: [send], personas })
    const body = await ask(wanted)
    expect(body.choices[0]).toMatchObject({ finish_reason: 'stop' })
    expect(body.choices[0].message.content).toBe(
      '**Waiting for you:** Run `send` with {"to":"ann"}?\n\nAnswer `approve` or `reject`; a reason may follow.',
    )
    expect(body.gyre).toMatchObject({ status: 'waiting', question: { kind: 'approval', path: 'act#1[0]/approve#1' } })
    expect(sent).toEqual([])
  })

  it('is answered by the next request that names the session', async () => {
    const { send, sent } = sender()
    const model = scriptedModel(calls('send', { to: 'ann' }), says('Told.'))
    const { ask, server } = await open({ model, tools: [send], personas })
    const { gyre } = await ask(wanted)
    const body = await ask({ model: 'clerk', messages: said('approve'), gyre: { session: gyre.session } })
    expect(body).toMatchObject({ choices: [{ message: { content: 'Told.' } }], gyre: { session: gyre.session } })
    expect(sent).toEqual(['ann'])
    expect(await server.runtime.list()).toHaveLength(1)
  })

  it('is answered by the next message of a chat that names nothing, and for its caller alone', async () => {
    const { send, sent } = sender()
    const model = scriptedModel(calls('send', { to: 'ann' }), says('Told.'), says('Another.'))
    const { ask, server } = await open({ model, tools: [send], personas })
    const { choices, gyre } = await ask(wanted)
    const question = { role: 'assistant', content: choices[0].message.content }
    const messages = [...wanted.messages, question, { role: 'user', content: 'yes' }]
    const other = await server.keyFor({ name: 'other' })
    const stranger = await server.request('/v1/chat/completions', {
      json: { model: 'direct', messages },
      headers: { authorization: `Bearer ${other}` },
    })
    expect(stranger.headers.get('x-gyre-session-id')).not.toBe(gyre.session)
    expect(sent).toEqual([])
    const body = await ask({ model: 'clerk', messages })
    expect(body.gyre.session).toBe(gyre.session)
    expect(sent).toEqual(['ann'])
  })

  it('is answered in the same thread, streamed', async () => {
    const { send, sent } = sender()
    const model = scriptedModel(calls('send', { to: 'ann' }), says('Not told.'))
    const { stream } = await open({ model, tools: [send], personas })
    const headers = { 'x-openwebui-chat-id': 'chat-1' }
    const first = await stream(wanted, headers)
    expect(first).toMatchObject({ finish: 'stop', gyre: { status: 'waiting' } })
    expect(first.events.at(-1)).toEqual({ type: 'status', data: { description: 'Waiting for you', done: true } })
    const messages = [...wanted.messages, { role: 'assistant', content: first.content }, ...said('no, she knows')]
    const second = await stream({ model: 'clerk', messages }, headers)
    expect(second).toMatchObject({ content: 'Not told.', gyre: { session: first.gyre.session } })
    expect(sent).toEqual([])
    expect(JSON.stringify(model.requests[1]?.messages)).toContain('she knows')
  })

  it('is answered by a session that `metadata` names', async () => {
    const { ask } = await open({ model: scriptedModel(), loops: [asking] })
    const { gyre } = await ask({ model: 'asking', messages: said('Go') })
    const body = await ask({ model: 'asking', messages: said('Rome'), metadata: { session_id: gyre.session } })
    expect(body.choices[0].message.content).toBe('You said Rome')
  })

  it('is asked again when the message is no answer to it', async () => {
    const { send, sent } = sender()
    const { ask } = await open({ model: scriptedModel(calls('send', { to: 'ann' })), tools: [send], personas })
    const first = await ask(wanted)
    const again = await ask({ model: 'clerk', messages: said('Hm?'), gyre: { session: first.gyre.session } })
    expect(again.choices[0].message.content).toBe(first.choices[0].message.content)
    expect(sent).toEqual([])
  })

  it('comes after another one that was answered', async () => {
    const { send, sent } = sender()
    const both = callsAll({ tool: 'send', input: { to: 'ann' } }, { tool: 'send', input: { to: 'bob' } })
    const { ask } = await open({ model: scriptedModel(both, says('Told.')), tools: [send], personas })
    const first = await ask(wanted)
    const session = { session: first.gyre.session }
    const second = await ask({ model: 'clerk', messages: said('yes'), gyre: session })
    expect(second.choices[0].message.content).toContain('Run `send` with {"to":"bob"}?')
    const third = await ask({ model: 'clerk', messages: said('yes'), gyre: session })
    expect(third.choices[0].message.content).toBe('Told.')
    expect(sent.toSorted()).toEqual(['ann', 'bob'])
  })

  it('of the same goal once more is a new session', async () => {
    const { send } = sender()
    const model = scriptedModel(calls('send', { to: 'ann' }), calls('send', { to: 'ann' }))
    const { ask, server } = await open({ model, tools: [send], personas })
    const headers = { 'x-openwebui-chat-id': 'chat-1' }
    await ask(wanted, headers)
    await ask(wanted, headers)
    expect(await server.runtime.list()).toHaveLength(2)
  })

  it('of another owner is not there', async () => {
    const { ask, server } = await open({ model: scriptedModel(), loops: [asking] })
    const { gyre } = await ask({ model: 'asking', messages: said('Go') })
    const key = await server.keyFor({ owner: 'somebody-else' })
    const request = { model: 'asking', messages: said('Rome'), gyre: { session: gyre.session } }
    expect(await ask(request, { authorization: `Bearer ${key}` })).toMatchObject({ status: 404 })
    const scoped = await server.keyFor({ personas: ['direct'] })
    expect(await ask(request, { authorization: `Bearer ${scoped}` })).toMatchObject({ status: 404 })
  })
})

describe('a rejected intervention', () => {
  it('of somebody else does not end an answer', async () => {
    const { send } = sender()
    const gate = Promise.withResolvers<void>()
    const look = defineTool({
      name: 'look',
      description: 'Looks.',
      input: z.object({}),
      run: async () => {
        await gate.promise
        return 'seen'
      },
    })
    const both = callsAll({ tool: 'send', input: { to: 'ann' } }, { tool: 'look', input: {} })
    const { ask, server } = await open({ model: scriptedModel(both), tools: [send, look], personas })
    const order: string[] = []
    const answer = ask(wanted).finally(() => order.push('answered'))
    const questions = async () => {
      const [row] = await server.runtime.list()
      return row ? [...(await server.runtime.read(row.id)).view.questions.keys()] : []
    }
    await expect.poll(questions).toEqual(['act#1[0]/approve#1'])
    const [row] = await server.runtime.list()
    const session = await server.runtime.session(row?.id ?? '')
    await session.answer('x', { question: 'nope#1' })
    const settled = async () => (await server.store.interventions.list(session.id)).map(({ state }) => state)
    await expect.poll(settled).toEqual(['rejected'])
    // Other requests are answered meanwhile: this one, too, if it were over.
    for (let asked = 0; asked < 5; asked += 1) await server.request('/v1/models')
    order.push('looked')
    gate.resolve()
    expect((await answer).gyre).toMatchObject({ status: 'waiting', question: { path: 'act#1[0]/approve#1' } })
    expect(order).toEqual(['looked', 'answered'])
  })
})

describe('a message in a thread whose session works', () => {
  const held = () => {
    const gate = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const reply = async () => {
      begun.resolve()
      await gate.promise
      return calls('nothing')
    }
    return { gate, begun, reply }
  }
  const headers = { 'x-openwebui-chat-id': 'chat-1' }
  const first = said('Tell me all.')
  const then = [...first, { role: 'assistant', content: '' }, ...said('Be short.')]

  it.each([
    ['its chat', { model: 'react', messages: then }, headers],
    ['the name of the thread', { model: 'react', messages: said('Be short.'), gyre: { thread: 'talk' } }, {}],
  ])('is guidance for it, by %s', async (_, request, sent) => {
    const { gate, begun, reply } = held()
    const model = scriptedModel(reply, says('Short.'))
    const { ask, server } = await open({ model })
    const answer = ask({ ...request, messages: first }, sent)
    await begun.promise
    const second = ask(request, sent)
    const [row] = await server.runtime.list()
    await expect.poll(async () => (await server.store.interventions.list(row?.id ?? '')).length).toBe(1)
    gate.resolve()
    expect((await second).choices[0].message.content).toBe('Short.')
    expect((await answer).choices[0].message.content).toBe('Short.')
    expect(await server.runtime.list()).toHaveLength(1)
    expect(JSON.stringify(model.requests[1]?.messages)).toContain('Be short.')
  })

  it.each([
    ['the goal is the same: it is a new try', { model: 'react', messages: first }],
    ['the chat does not have that goal any more', { model: 'react', messages: said('Be short.') }],
    ['it is for another model', { model: 'cot', messages: then }],
  ])('begins a session beside it when %s', async (_, request) => {
    const { gate, begun, reply } = held()
    const { ask, server } = await open({ model: scriptedModel(reply, says('Other.'), says('Done.')) })
    const answer = ask({ model: 'react', messages: first }, headers)
    await begun.promise
    const second = await ask(request, headers)
    gate.resolve()
    expect(second.gyre.session).not.toBe((await answer).gyre.session)
    expect(await server.runtime.list()).toHaveLength(2)
  })

  it('begins a session beside one whose loop asks its model once', async () => {
    const { gate, begun } = held()
    const model = scriptedModel(async () => {
      begun.resolve()
      await gate.promise
      return says('All.')
    }, says('Short.'))
    const { ask } = await open({ model })
    const answer = ask({ model: 'direct', messages: first }, headers)
    await begun.promise
    expect((await ask({ model: 'direct', messages: then }, headers)).choices[0].message.content).toBe('Short.')
    gate.resolve()
    expect((await answer).choices[0].message.content).toBe('All.')
  })
})

describe('a session that is named', () => {
  it('takes a message as guidance while it works', async () => {
    const gate = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const model = scriptedModel(async () => {
      begun.resolve()
      await gate.promise
      return calls('nothing')
    }, says('Short.'))
    const { ask, server } = await open({ model })
    const first = ask({ model: 'react', messages: said('Tell me all.') })
    await begun.promise
    const [row] = await server.runtime.list()
    const second = ask({ model: 'react', messages: said('Be short.'), gyre: { session: row?.id } })
    await expect.poll(async () => (await server.store.interventions.list(row?.id ?? '')).length).toBe(1)
    gate.resolve()
    expect((await second).choices[0].message.content).toBe('Short.')
    expect((await first).choices[0].message.content).toBe('Short.')
    expect(JSON.stringify(model.requests[1]?.messages)).toContain('Be short.')
  })

  it('hands its thread on when it has ended', async () => {
    const model = scriptedModel(says('Hi, Ann.'), says('Ann.'))
    const { ask } = await open({ model })
    const { gyre } = await ask({ model: 'direct', messages: said('I am Ann.') })
    await ask({ model: 'direct', messages: said('Who am I?'), gyre: { session: gyre.session } })
    expect(JSON.stringify(model.requests[1]?.messages)).toContain('Hi, Ann.')
  })

  it('stays open while an operator pauses it, and tells', async () => {
    const begun = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const model = scriptedModel(async () => {
      begun.resolve()
      await gate.promise
      return calls('nothing')
    }, says('Done.'))
    const { stream, server } = await open({ model })
    const answer = stream({ model: 'react', messages: said('Go') })
    await begun.promise
    const [row] = await server.runtime.list()
    const session = await server.runtime.session(row?.id ?? '')
    await session.pause()
    gate.resolve()
    expect(await session.idle()).toBe('paused')
    await session.resume()
    const { content, events } = await answer
    expect(content).toBe('Done.')
    expect(events).toContainEqual({ type: 'status', data: { description: 'Paused', done: false } })
  })
})
