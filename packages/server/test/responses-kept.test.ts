/** Responses that are kept: in the background, watched again, cancelled, removed. */
import { defineTool, type Model } from '@gyre/core'
import { calls, modelOf, says, scriptedModel } from '@gyre/core/testing'
import type { ResponseStreamEvent } from 'openai/resources/responses/responses'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { all, essence, type Lab, lastResponse, responsesLab } from './support/responses-lab.ts'
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

/** A model that says nothing until it is let, or its call is cancelled. */
function held(text = 'It is 42.') {
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  const model = modelOf(async (_, { signal }) => {
    const cancelled = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
    await Promise.race([promise, cancelled])
    return says(text)
  })
  return { model, letGo }
}

function lastId(events: readonly ResponseStreamEvent[]): string {
  return lastResponse(events).id
}

async function statusOf({ server }: Lab): Promise<string | undefined> {
  return (await server.runtime.list())[0]?.mirror.status
}

describe('a response in the background', () => {
  it('is there at once, and finished later', async () => {
    const { model, letGo } = held()
    const { openai } = await open(model)
    const begun = await openai.responses.create({ model: 'direct', input: '6 * 7?', background: true })
    expect(begun).toMatchObject({ status: 'in_progress', background: true, output: [] })
    letGo()
    await vi.waitFor(async () => {
      expect(await openai.responses.retrieve(begun.id)).toMatchObject({ status: 'completed', output_text: 'It is 42.' })
    })
  })

  it('is cancelled', async () => {
    const { openai } = await open(held().model)
    const { id } = await openai.responses.create({ model: 'direct', input: '6 * 7?', background: true })
    expect(await openai.responses.cancel(id)).toMatchObject({ id, status: 'cancelled' })
    expect(await openai.responses.retrieve(id)).toMatchObject({ id, status: 'cancelled' })
    expect(await openai.responses.cancel(id)).toMatchObject({ id, status: 'cancelled' })
  })

  it('is the same to who watched it being cancelled in the middle of a call', async () => {
    const stuck = defineTool({
      name: 'stuck',
      description: 'Never ends.',
      input: z.object({}),
      run: (_, { signal }) =>
        new Promise<string>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    })
    const personas = [{ persona: { name: 'patient', loop: 'react', tools: ['stuck'] }, source: 'test' }]
    const { openai } = await open(scriptedModel(calls('stuck', {}, 'I wait.')), { tools: [stuck], personas })
    const stream = await openai.responses.create({ model: 'patient', input: 'Wait.', background: true, stream: true })
    const events: ResponseStreamEvent[] = []
    for await (const event of stream) {
      events.push(event)
      if ('event' in event && JSON.stringify(event.event).includes('stuck'))
        await openai.responses.cancel(lastId(events))
    }
    expect(lastResponse(events).status).toBe('cancelled')
    expect(essence(await openai.responses.retrieve(lastId(events)))).toEqual(essence(lastResponse(events)))
  })

  it('goes on when its stream is left, and is watched again from there', async () => {
    const { model, letGo } = held()
    const here = await open(model)
    const { openai } = here
    const watched = await openai.responses.create({ model: 'direct', input: '6 * 7?', background: true, stream: true })
    const seen: ResponseStreamEvent[] = []
    for await (const event of watched) {
      seen.push(event)
      if (seen.length === 2) break
    }
    letGo()
    await vi.waitFor(async () => expect(await statusOf(here)).toBe('completed'))
    const [created, last] = seen
    if (created?.type !== 'response.created') throw new Error('It was not created.')
    const rest = await all(
      await openai.responses.retrieve(created.response.id, {
        stream: true,
        starting_after: last?.sequence_number ?? 0,
      }),
    )
    expect(rest.map(({ type }) => type)).not.toContain('response.created')
    expect(lastResponse(rest)).toMatchObject({ status: 'completed', id: created.response.id })
  })
})

describe('a stream that is read again', () => {
  it('has the same numbers, and only what is new after one of them', async () => {
    const { openai } = await open(scriptedModel({ reasoning: 'Six sevens are forty-two.', text: 'It is 42.' }))
    const first = await all(await openai.responses.create({ model: 'direct', input: '6 * 7?', stream: true }))
    const { id } = lastResponse(first)
    const again = await all(await openai.responses.retrieve(id, { stream: true }))
    expect(again.at(-1)?.sequence_number).toBe(first.at(-1)?.sequence_number)
    expect(essence(lastResponse(again))).toEqual(essence(lastResponse(first)))
    const text = (events: readonly ResponseStreamEvent[]) =>
      events.map((event) => (event.type === 'response.output_text.delta' ? event.delta : '')).join('')
    for (const [index, { sequence_number: seen }] of first.entries()) {
      const rest = await all(await openai.responses.retrieve(id, { stream: true, starting_after: seen }))
      expect(text(first.slice(0, index + 1)) + text(rest)).toBe('It is 42.')
    }
  })

  it('is put together by the helper', async () => {
    const { openai } = await open(scriptedModel(says('It is 42.')))
    const { id } = await openai.responses.create({ model: 'direct', input: '6 * 7?' })
    const final = await openai.responses.stream({ response_id: id, starting_after: 200 }).finalResponse()
    expect(final.output_text).toBe('It is 42.')
  })
})

describe('a client that leaves', () => {
  const ask = { model: 'direct', input: '6 * 7?', stream: true } as const

  it('takes its session with it', async () => {
    const here = await open(held().model)
    const stream = await here.openai.responses.create(ask)
    stream.controller.abort()
    await vi.waitFor(async () => expect(await statusOf(here)).toBe('aborted'))
  })

  it('leaves it alone when told so', async () => {
    const { model, letGo } = held()
    const here = await open(model)
    const detached = { ...ask, gyre: { disconnect: 'detach' } }
    const stream = await here.openai.responses.create(detached)
    stream.controller.abort()
    letGo()
    await vi.waitFor(async () => expect(await statusOf(here)).toBe('completed'))
  })

  it('takes the session of a request that is not streamed with it, too', async () => {
    const here = await open(held().model)
    const controller = new AbortController()
    const asked = here.openai.responses.create({ ...ask, stream: false }, { signal: controller.signal })
    await vi.waitFor(async () => expect(await statusOf(here)).toBe('running'))
    controller.abort()
    await expect(asked).rejects.toThrow()
    await vi.waitFor(async () => expect(await statusOf(here)).toBe('aborted'))
  })
})

describe('a response that is kept', () => {
  it('is gone for clients when it is removed; its session stays', async () => {
    const here = await open(scriptedModel(says('It is 42.')))
    const { openai, server } = here
    const { id } = await openai.responses.create({ model: 'direct', input: '6 * 7?' })
    await openai.responses.delete(id)
    await expect(openai.responses.retrieve(id)).rejects.toMatchObject({ status: 404, code: 'response_unknown' })
    await expect(openai.responses.delete(id)).rejects.toMatchObject({ status: 404 })
    expect(await server.runtime.list()).toHaveLength(1)
  })

  it('is kept whatever `store` says', async () => {
    const { openai } = await open(scriptedModel(says('It is 42.')))
    const { id } = await openai.responses.create({ model: 'direct', input: '6 * 7?', store: false })
    expect(await openai.responses.retrieve(id)).toMatchObject({ output_text: 'It is 42.', store: true })
  })

  it('tells what it was asked with', async () => {
    const { openai } = await open(scriptedModel(says('It is 42.')))
    const { id } = await openai.responses.create({
      model: 'direct',
      input: [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'Hi.' },
        { role: 'user', content: [{ type: 'input_text', text: '6 * 7?' }] },
      ],
    })
    const newest = await openai.responses.inputItems.list(id, { limit: 1 })
    expect(newest.data).toMatchObject([{ role: 'user', content: [{ type: 'input_text', text: '6 * 7?' }] }])
    expect(newest.has_more).toBe(true)
    const items = await all(openai.responses.inputItems.list(id, { order: 'asc' }))
    expect(items.map((item) => 'role' in item && item.role)).toEqual(['user', 'assistant', 'user'])
  })

  it('is not cancelled or removed by who may only look', async () => {
    const { openai, server } = await open(scriptedModel(says('It is 42.')))
    const { id } = await openai.responses.create({ model: 'direct', input: '6 * 7?' })
    const key = await server.keyFor({ role: 'viewer' })
    const headers = { authorization: `Bearer ${key}` }
    const statuses = await Promise.all([
      server.request(`/v1/responses/${id}`, { headers }),
      server.request(`/v1/responses/${id}/cancel`, { headers, method: 'POST' }),
      server.request(`/v1/responses/${id}`, { headers, method: 'DELETE' }),
    ])
    expect(statuses.map(({ status }) => status)).toEqual([200, 403, 403])
  })
})
