import { calls, callsAll, says, scriptedModel } from '@gyre/core/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { type Body, type Chat, chatting, said } from './support/chat-lab.ts'
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

const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const weather = { type: 'function', function: { name: 'weather', description: 'The weather now.', parameters } }

const asked = { model: 'react', messages: said('Which is warmer, Paris or London?'), tools: [weather] }

const city = (name: string) => ({ tool: 'weather', input: { city: name } })

/** The request that brings these results of an answer's calls. */
function after(answer: Body, ...results: readonly string[]) {
  const { message } = answer.choices[0]
  const tools = results.map((content, at) => ({ role: 'tool', tool_call_id: message.tool_calls[at].id, content }))
  return { ...asked, messages: [...asked.messages, message, ...tools] }
}

describe('tools of the client', () => {
  it('are called by the client, and the session goes on with the results', async () => {
    const model = scriptedModel(callsAll(city('Paris'), city('London')), says('Paris.'))
    const { ask, server } = await open({ model })
    const first = await ask(asked)
    expect(first.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        content: null,
        tool_calls: [
          { type: 'function', function: { name: 'weather', arguments: '{"city":"Paris"}' } },
          { type: 'function', function: { name: 'weather', arguments: '{"city":"London"}' } },
        ],
      },
    })
    expect(first).toMatchObject({ usage: { prompt_tokens: 10, completion_tokens: 5 }, gyre: { status: 'waiting' } })
    const second = await ask(after(first, '21 °C', '15 °C'))
    expect(second.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: 'Paris.' } })
    expect(second.gyre.session).toBe(first.gyre.session)
    // Each request tells what was done for it alone: clients add them up.
    expect(second.usage).toMatchObject({ prompt_tokens: 10, completion_tokens: 5 })
    expect(await server.runtime.list()).toHaveLength(1)
    expect(JSON.stringify(model.requests[1]?.messages)).toContain('15 °C')
  })

  it('are offered to the model as the client describes them', async () => {
    const model = scriptedModel(says('No idea.'))
    const { ask } = await open({ model })
    await ask(asked)
    expect(model.requests[0]?.tools).toContainEqual({
      name: 'weather',
      description: 'The weather now.',
      input: expect.objectContaining({ properties: { city: { type: 'string' } } }),
    })
  })

  it('are streamed with an index, an id and the arguments', async () => {
    const model = scriptedModel(callsAll(city('Paris'), city('London')), says('Paris.'))
    const { stream } = await open({ model })
    const first = await stream(asked)
    const deltas = first.chunks.flatMap(({ choices }) => choices.flatMap(({ delta }: Body) => delta.tool_calls ?? []))
    expect(deltas).toEqual([
      {
        index: 0,
        id: expect.stringMatching(/^call_ses_/),
        type: 'function',
        function: { name: 'weather', arguments: '' },
      },
      { index: 0, function: { arguments: '{"city":"Paris"}' } },
      {
        index: 1,
        id: expect.stringMatching(/^call_ses_/),
        type: 'function',
        function: { name: 'weather', arguments: '' },
      },
      { index: 1, function: { arguments: '{"city":"London"}' } },
    ])
    expect(first.finish).toBe('tool_calls')
    expect(first.usage).toMatchObject({ total_tokens: 15 })
    const message = {
      role: 'assistant',
      content: null,
      tool_calls: [weatherCall(deltas[0].id), weatherCall(deltas[2].id)],
    }
    const second = await stream(after({ choices: [{ message }] }, '21 °C', '15 °C'))
    expect(second).toMatchObject({ content: 'Paris.', finish: 'stop', gyre: { session: first.gyre.session } })
  })

  it('are called again and again', async () => {
    const model = scriptedModel(
      calls('weather', { city: 'Paris' }),
      calls('weather', { city: 'London' }),
      says('Paris.'),
    )
    const { ask } = await open({ model })
    const first = await ask(asked)
    const second = await ask(after(first, '21 °C'))
    expect(second.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: { tool_calls: [{ function: { arguments: '{"city":"London"}' } }] },
    })
    expect((await ask(after(second, '15 °C'))).choices[0].message.content).toBe('Paris.')
  })

  it('need all results at once: what is missing is named', async () => {
    const { ask } = await open({ model: scriptedModel(callsAll(city('Paris'), city('London'))) })
    const first = await ask(asked)
    const [, missing] = first.choices[0].message.tool_calls
    const body = await ask(after(first, '21 °C'))
    expect(body).toMatchObject({ status: 400, error: { param: 'messages' } })
    expect(body.error.message).toContain(missing.id)
  })

  it('take guidance that comes with the results', async () => {
    const model = scriptedModel(calls('weather', { city: 'Paris' }), says('Warm.'))
    const { ask } = await open({ model })
    const request = after(await ask(asked), '21 °C')
    await ask({ ...request, messages: [...request.messages, ...said('One word only.')] })
    expect(JSON.stringify(model.requests[1]?.messages)).toContain('One word only.')
  })

  it('of another owner are as those of a session that is nowhere: part of what was said, unless it is named', async () => {
    const model = scriptedModel(calls('weather', { city: 'Paris' }), says('Own.'), says('Nowhere.'))
    const { ask, server } = await open({ model })
    const key = await server.keyFor({ owner: 'somebody-else' })
    const headers = { authorization: `Bearer ${key}` }
    const first = await ask(asked)
    const { session } = first.gyre
    const request = { ...after(first, '21 °C'), tools: [] }
    const body = await ask(request, headers)
    expect(body.choices[0].message.content).toBe('Own.')
    expect(body.gyre.session).not.toBe(session)
    expect((await server.runtime.read(session)).view.questions.size).toBe(1)
    const nowhere = JSON.parse(JSON.stringify(request).replaceAll(session, 'ses_none'))
    expect((await ask(nowhere, headers)).choices[0].message.content).toBe('Nowhere.')
    const refused = { status: 404, error: { code: 'session_not_found' } }
    expect(await ask({ ...request, gyre: { session } }, headers)).toMatchObject(refused)
    expect(await ask({ ...nowhere, gyre: { session: 'ses_none' } }, headers)).toMatchObject(refused)
  })

  it('sent again are told what came of them again', async () => {
    const model = scriptedModel(
      calls('weather', { city: 'Paris' }),
      calls('weather', { city: 'London' }),
      says('Paris.'),
    )
    const { ask, server } = await open({ model })
    const first = await ask(asked)
    const second = await ask(after(first, '21 °C'))
    const again = await ask(after(first, '21 °C'))
    expect(again.choices[0].message.tool_calls).toEqual(second.choices[0].message.tool_calls)
    const third = await ask(after(second, '15 °C'))
    const last = await ask(after(second, '15 °C'))
    expect([third, last].map(({ choices }) => choices[0].message.content)).toEqual(['Paris.', 'Paris.'])
    expect(last.usage).toEqual(third.usage)
    expect(await server.runtime.list()).toHaveLength(1)
  })

  it('sent again while the session works wait for its answer with the first', async () => {
    const gate = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const model = scriptedModel(calls('weather', { city: 'Paris' }), async () => {
      begun.resolve()
      await gate.promise
      return says('Warm.')
    })
    const { ask, server } = await open({ model })
    const request = after(await ask(asked), '21 °C')
    const answer = ask(request)
    await begun.promise
    const again = ask(request)
    gate.resolve()
    expect([await answer, await again].map(({ choices }) => choices[0].message.content)).toEqual(['Warm.', 'Warm.'])
    expect(await server.runtime.list()).toHaveLength(1)
  })

  it('of calls that the session never made are refused', async () => {
    const { ask } = await open({ model: scriptedModel(calls('weather', { city: 'Paris' })) })
    const { gyre } = await ask(asked)
    const forged = { choices: [{ message: { tool_calls: [weatherCall(`call_${gyre.session}_0123456789ab`)] } }] }
    const body = await ask({ ...asked, messages: [...asked.messages, ...after(forged, 'x').messages.slice(-1)] })
    expect(body).toMatchObject({ status: 400, error: { param: 'messages' } })
  })

  it('of a session that has ended, or of another server, are part of what was said', async () => {
    const model = scriptedModel(calls('weather', { city: 'Paris' }), says('New.'), says('Other.'))
    const { ask, server } = await open({ model })
    const first = await ask(asked)
    const session = await server.runtime.session(first.gyre.session)
    await session.abort()
    await session.outcome
    const second = await ask({ ...after(first, '21 °C'), tools: [] })
    expect(second.choices[0].message.content).toBe('New.')
    expect(second.gyre.session).not.toBe(first.gyre.session)
    expect(JSON.stringify(model.requests[1]?.messages)).toContain('Result of `weather`: 21 °C')
    const foreign = { choices: [{ message: { role: 'assistant', tool_calls: [weatherCall('call_abc')] } }] }
    expect((await ask({ ...after(foreign, '3 °C'), tools: [] })).choices[0].message.content).toBe('Other.')
  })

  it('are not offered with `tool_choice: none`, and wished for otherwise', async () => {
    const model = scriptedModel(says('1'), says('2'), says('3'))
    const { ask } = await open({ model })
    await ask({ ...asked, tool_choice: 'none' })
    await ask({ ...asked, tool_choice: 'required' })
    await ask({ ...asked, tool_choice: { type: 'function', function: { name: 'weather' } } })
    const [none, required, named] = model.requests.map(({ tools, messages }) => JSON.stringify({ tools, messages }))
    expect(none).not.toContain('The weather now.')
    expect(required).toContain('Call one of these tools before you answer: weather.')
    expect(named).toContain('Call the tool weather before you answer.')
    expect(await ask({ ...asked, tool_choice: { type: 'function', function: { name: 'fly' } } })).toMatchObject({
      status: 400,
      error: { param: 'tool_choice.function.name' },
    })
  })

  it('keep a text of the user from passing for a result', async () => {
    const { ask } = await open({ model: scriptedModel(calls('weather', { city: 'Paris' })) })
    const { gyre } = await ask(asked)
    const body = await ask({ ...asked, messages: said('It is warm.'), gyre: { session: gyre.session } })
    expect(body).toMatchObject({ status: 400, error: { param: 'messages' } })
  })
})

function weatherCall(id: string) {
  return { id, type: 'function', function: { name: 'weather', arguments: '{}' } }
}
