/** `/v1/responses` as the `openai` library speaks it. */
import { GyreError, loops, type Model, textOf } from '@gyre/core'
import { calls, callsAll, fails, modelOf, says, scriptedModel } from '@gyre/core/testing'
import { zodTextFormat } from 'openai/helpers/zod'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  all,
  callsIn,
  clientWith,
  essence,
  type Lab,
  lastResponse,
  lookOutside,
  responsesLab,
} from './support/responses-lab.ts'
import type { TestServerOptions } from './support/test-server.ts'

let lab: Lab | undefined

afterEach(async () => {
  await lab?.server.close()
  lab = undefined
})

async function open(model: Model, options?: Omit<TestServerOptions, 'model'>): Promise<Lab> {
  lab = await responsesLab(model, options)
  return lab
}

const lookedUp = () => scriptedModel(calls('weather', { city: 'Paris' }, 'I look it up.'), says('18 °C.'))

/** A model whose thoughts come in pieces, each time at another pace: those of branches side by side are mixed. */
function slowThinker(): Model {
  let calls = 0
  return {
    id: 'test/slow',
    nativeTools: true,
    async *stream({ output }) {
      calls += 1
      for (const piece of ['Six ', 'sevens ', 'are ', '42.']) {
        await new Promise((resolve) => setTimeout(resolve, (calls * piece.length) % 5))
        yield { type: 'reasoning', text: piece }
      }
      yield { type: 'text', text: output ? '{}' : 'It is 42.' }
      yield { type: 'finish', reason: 'stop', usage: { inputTokens: 10, outputTokens: 5 } }
    },
  }
}

describe('a response', () => {
  it('has the answer, the thoughts on the way and the calls that were made', async () => {
    const { openai } = await open(lookedUp())
    const response = await openai.responses.create({
      model: 'guide',
      input: 'How warm is Paris?',
      metadata: { a: 'b' },
    })
    expect(response).toMatchObject({
      object: 'response',
      status: 'completed',
      model: 'guide',
      output_text: '18 °C.',
      metadata: { a: 'b' },
      usage: { input_tokens: 20, output_tokens: 10, total_tokens: 30 },
    })
    expect(response.output).toMatchObject([
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'I look it up.' }] },
      { type: 'mcp_call', name: 'weather', arguments: '{"city":"Paris"}', output: '18 °C in Paris', error: null },
      { type: 'message', role: 'assistant', status: 'completed' },
    ])
  })

  it('streams in the order that clients count on', async () => {
    const { openai } = await open(lookedUp())
    const events = await all(await openai.responses.create({ model: 'guide', input: 'Paris?', stream: true }))
    const types = events.map(({ type }) => type.replace('response.', ''))
    expect(types.filter((type, index) => type !== 'in_progress' || index === 1)).toEqual([
      'created',
      'in_progress',
      'output_item.added',
      'reasoning_summary_part.added',
      'reasoning_summary_text.delta',
      'reasoning_summary_text.done',
      'reasoning_summary_part.done',
      'output_item.done',
      'output_item.added',
      'mcp_call.in_progress',
      'mcp_call_arguments.delta',
      'mcp_call_arguments.done',
      'mcp_call.completed',
      'output_item.done',
      'output_item.added',
      'content_part.added',
      'output_text.delta',
      'output_text.done',
      'content_part.done',
      'output_item.done',
      'completed',
    ])
    const numbers = events.map((event) => event.sequence_number)
    expect(numbers[0]).toBe(0)
    expect(numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0))).toBe(true)
  })

  it('names the type of an event on the wire as well', async () => {
    const { server } = await open(scriptedModel(says('Hi.')))
    const answer = await server.request('/v1/responses', { json: { model: 'direct', input: 'Hello', stream: true } })
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const text = await answer.text()
    const blocks = text.split('\n\n').filter((block) => block.startsWith('event: '))
    const [, name, data] = /^event: (.+)\ndata: (.+)$/.exec(blocks[0] ?? '') ?? []
    expect([name, JSON.parse(data ?? '').type]).toEqual(['response.created', 'response.created'])
    expect(answer.headers.get('x-gyre-session-id')).toMatch(/^ses_/)
  })

  it('tells beside the API what happens, in events that clients know', async () => {
    const { openai } = await open(scriptedModel(says('Hi.')))
    const told = await all(await openai.responses.create({ model: 'direct', input: 'Hello', stream: true }))
    const extras = told.flatMap((event) => ('event' in event ? [[event.type, event.event]] : []))
    expect(extras.at(-1)).toEqual([
      'response.in_progress',
      { type: 'status', data: { description: 'Done', done: true } },
    ])
    const quiet = { model: 'direct', input: 'Hello', stream: true, gyre: { status: 'off' } } as const
    await lab?.server.close()
    const { openai: other } = await open(scriptedModel(says('Hi.')))
    const untold = await all(await other.responses.create(quiet))
    expect(untold.filter((event) => 'event' in event)).toEqual([])
  })

  it('is the same to the helper that puts a stream together', async () => {
    const { openai } = await open(lookedUp())
    const final = await openai.responses.stream({ model: 'guide', input: 'Paris?' }).finalResponse()
    expect(final.output_text).toBe('18 °C.')
    const kept = await openai.responses.retrieve(final.id)
    expect(kept.usage).toEqual(final.usage)
    expect(kept.output.map(({ id }) => id)).toEqual(final.output.map(({ id }) => id))
  })

  it('has the shape that was asked for', async () => {
    const { openai } = await open(scriptedModel(says('{"celsius":18}')))
    const format = zodTextFormat(z.object({ celsius: z.number() }), 'weather')
    const parsed = await openai.responses.parse({ model: 'direct', input: 'Paris?', text: { format } })
    expect(parsed.output_parsed).toEqual({ celsius: 18 })
  })

  it.each(loops.map(({ name }) => name))('of %s is the same streamed, at once and read later', async (name) => {
    const { openai } = await open(slowThinker())
    const ask = { model: name, input: 'What is 6 * 7?', gyre: { budget: { modelCalls: 12 } } }
    const streamed = lastResponse(await all(await openai.responses.create({ ...ask, stream: true })))
    expect(essence(await openai.responses.retrieve(streamed.id))).toEqual(essence(streamed))
    const whole = await openai.responses.create(ask)
    const bare = ({ id }: { readonly id: string }) => id.replace('resp_', '')
    const alike = JSON.stringify(essence(whole)).replaceAll(bare(whole), bare(streamed))
    expect(JSON.parse(alike)).toEqual(essence(streamed))
  })
})

describe('how a response ends', () => {
  it('is incomplete at a limit', async () => {
    const { openai } = await open(modelOf(() => calls('weather', { city: 'Paris' })))
    const ask = { model: 'guide', input: 'Paris?', gyre: { budget: { modelCalls: 2 } } }
    const events = await all(await openai.responses.create({ ...ask, stream: true }))
    expect(events.at(-1)?.type).toBe('response.incomplete')
    expect(lastResponse(events)).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
    })
  })

  it('is failed when the session is', async () => {
    const broken = () => fails(new GyreError('model-failed', 'The provider is down.'))
    const { openai } = await open(modelOf(broken))
    const events = await all(await openai.responses.create({ model: 'direct', input: 'Hi', stream: true }))
    expect(events.at(-1)?.type).toBe('response.failed')
    const { id, error } = lastResponse(events)
    expect(error).toMatchObject({ code: 'provider_error', message: expect.stringContaining('The provider is down.') })
    expect((await openai.responses.retrieve(id)).status).toBe('failed')
  })
})

describe('a response after another', () => {
  it('knows what was said before', async () => {
    const model = scriptedModel(says('Hi Ada.'), says('Ada.'))
    const { openai } = await open(model)
    const first = await openai.responses.create({ model: 'direct', input: 'I am Ada.' })
    const second = await openai.responses.create({
      model: 'direct',
      input: 'Who am I?',
      previous_response_id: first.id,
    })
    expect(second).toMatchObject({ output_text: 'Ada.', previous_response_id: first.id })
    const texts = model.requests[1]?.messages.map(textOf).join('\n')
    expect(texts).toContain('I am Ada.')
    expect(texts).toContain('Hi Ada.')
  })

  it('brings the results of calls that the client has made', async () => {
    const model = scriptedModel(
      callsAll({ tool: 'look_outside', input: { city: 'Paris' } }, { tool: 'look_outside', input: { city: 'Oslo' } }),
      says('Rain and snow.', { inputTokens: 30 }),
    )
    const { openai, server } = await open(model)
    const first = await openai.responses.create({ model: 'react', input: 'Weather?', tools: [lookOutside] })
    expect(callsIn(first)).toMatchObject([
      { name: 'look_outside', arguments: '{"city":"Paris"}', status: 'completed' },
      { name: 'look_outside', arguments: '{"city":"Oslo"}', status: 'completed' },
    ])
    const seen = ['rain', 'snow']
    const input = callsIn(first).map(({ call_id }, index) => {
      return { type: 'function_call_output' as const, call_id, output: seen[index] ?? '' }
    })
    const second = await openai.responses.create({ model: 'react', input, previous_response_id: first.id })
    expect(second).toMatchObject({ output_text: 'Rain and snow.', status: 'completed', usage: { input_tokens: 30 } })
    expect(first.usage?.input_tokens).toBe(10)
    expect(second.id).not.toBe(first.id)
    expect(essence(await openai.responses.retrieve(first.id))).toEqual(essence(first))
    expect(essence(await openai.responses.retrieve(second.id))).toEqual(essence(second))
    expect(await server.runtime.list()).toHaveLength(1)
    const listed = await openai.responses.inputItems.list(second.id, { order: 'asc' })
    expect(listed.data.map((item) => 'output' in item && item.output)).toEqual(seen)
  })

  it('is refused when results are missing', async () => {
    const model = scriptedModel(
      callsAll({ tool: 'look_outside', input: { city: 'Paris' } }, { tool: 'look_outside', input: { city: 'Oslo' } }),
    )
    const { openai } = await open(model)
    const first = await openai.responses.create({ model: 'react', input: 'Weather?', tools: [lookOutside] })
    const [call] = callsIn(first)
    const input = [{ type: 'function_call_output' as const, call_id: call?.call_id ?? '', output: 'rain' }]
    const second = openai.responses.create({ model: 'react', input, previous_response_id: first.id })
    await expect(second).rejects.toMatchObject({ status: 400 })
  })

  it('answers what a person is asked', async () => {
    const model = scriptedModel(calls('mail', { to: 'ada@example.org' }), says('Sent.'))
    const { openai } = await open(model)
    const first = await openai.responses.create({ model: 'clerk', input: 'Mail Ada.' })
    expect(first.status).toBe('completed')
    expect(first.output_text).toContain('Answer `approve` or `reject`')
    const say = (input: string) =>
      openai.responses.create({ model: 'clerk', input, previous_response_id: first.id, stream: true })
    await expect(say('Perhaps.')).rejects.toMatchObject({ status: 400, param: 'input' })
    const second = lastResponse(await all(await say('approve')))
    expect(second.output).toMatchObject([{ type: 'mcp_call', output: 'sent to ada@example.org' }, { type: 'message' }])
    expect(essence(await openai.responses.retrieve(second.id))).toEqual(essence(second))
  })
})

describe('a request that cannot be met', () => {
  it.each([
    ['a model that is not there', { model: 'nobody', input: 'Hi' }, 404, 'model_not_found'],
    ['no input', { model: 'direct' }, 400, 'invalid_value'],
    ['an input that says nothing', { model: 'direct', input: ' ' }, 400, 'invalid_value'],
    ['an item of another kind', { model: 'direct', input: [{ type: 'computer_call' }] }, 400, 'invalid_value'],
    [
      'a tool of another house',
      { model: 'direct', input: 'Hi', tools: [{ type: 'web_search' }] },
      400,
      'invalid_value',
    ],
    [
      'a response before that nobody made',
      { model: 'direct', input: 'Hi', previous_response_id: 'resp_x' },
      404,
      'response_unknown',
    ],
    [
      'an item that is not there',
      { model: 'direct', input: [{ type: 'item_reference', id: 'msg_x' }] },
      400,
      'invalid_value',
    ],
  ])('names %s', async (_, json, status, code) => {
    const { server } = await open(scriptedModel())
    const answer = await server.request('/v1/responses', { json })
    const { error } = (await answer.json()) as { readonly error: { readonly code: string } }
    expect([answer.status, error.code]).toEqual([status, code])
  })

  it('refers to nothing of a persona that is not for its key', async () => {
    const { openai, server } = await open(scriptedModel(says('Hi.')))
    const { output } = await openai.responses.create({ model: 'direct', input: 'Hello' })
    const limited = clientWith(server, await server.keyFor({ personas: ['guide'] }))
    const input = [
      { type: 'item_reference' as const, id: output[0]?.id ?? '' },
      { role: 'user' as const, content: 'And?' },
    ]
    await expect(limited.responses.create({ model: 'guide', input })).rejects.toMatchObject({ status: 404 })
  })

  it('finds nothing of another owner', async () => {
    const { openai, server } = await open(scriptedModel(says('Hi.')))
    const { id } = await openai.responses.create({ model: 'direct', input: 'Hello' })
    const other = clientWith(server, await server.keyFor({ owner: 'bob' }))
    await expect(other.responses.retrieve(id)).rejects.toMatchObject({ status: 404, code: 'response_unknown' })
    const input = 'And?'
    const after = other.responses.create({ model: 'direct', input, previous_response_id: id })
    await expect(after).rejects.toMatchObject({ status: 404 })
  })
})
