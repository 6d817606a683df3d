import { modelOf, says } from '@gyre/core/testing'
import { afterEach, describe, expect, it } from 'vitest'
import type { ServerOptions } from '../src/serve.ts'
import { type Chat, chatting, said } from './support/chat-lab.ts'

let chat: Chat | undefined

afterEach(async () => {
  await chat?.server.close()
  chat = undefined
})

/** A server whose model answers when it is told to. */
async function slow(server: Partial<ServerOptions> = {}) {
  const gate = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const model = modelOf(async (_, { signal }) => {
    begun.resolve()
    const left = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    await Promise.race([gate.promise, left])
    return says('Late.')
  })
  chat = await chatting({ model, server })
  return { ...chat, gate, begun }
}

async function leave({ server, begun }: Awaited<ReturnType<typeof slow>>, request: object) {
  const controller = new AbortController()
  const response = server.request('/v1/chat/completions', {
    json: { model: 'direct', messages: said('Hello'), ...request },
    signal: controller.signal,
  })
  response.catch(() => {})
  await begun.promise
  controller.abort()
  const [row] = await server.runtime.list()
  return server.runtime.session(row?.id ?? '')
}

describe('a client that leaves', () => {
  it.each([{ stream: true }, { stream: false }])('takes its session with it: %j', async (request) => {
    const session = await leave(await slow(), request)
    expect((await session.outcome).outcome).toBe('aborted')
  })

  it.each([{ stream: true }, { stream: false }])('leaves it working where it asked for that: %j', async (request) => {
    const place = await slow()
    const session = await leave(place, { ...request, gyre: { disconnect: 'detach' } })
    place.gate.resolve()
    expect(await session.outcome).toMatchObject({ outcome: 'answered', answer: 'Late.' })
  })

  it('leaves it working where the server says so', async () => {
    const place = await slow({ onDisconnect: 'detach' })
    const session = await leave(place, { stream: true })
    place.gate.resolve()
    expect((await session.outcome).outcome).toBe('answered')
  })

  it('leaves a session of others working that it only gave guidance to', async () => {
    const { server, gate, begun, ask } = await slow({ streams: { perCaller: 1, total: 1 } })
    const first = ask({ model: 'direct', messages: said('Hello') })
    await begun.promise
    const [row] = await server.runtime.list()
    const controller = new AbortController()
    const json = { model: 'direct', messages: said('Be short.'), stream: true, gyre: { session: row?.id } }
    await server.request('/v1/chat/completions', { json, signal: controller.signal })
    controller.abort()
    // Only once it is noticed that the client is gone there is room for another, which asks for what is not there.
    const another = { model: 'nobody', messages: said('Hello'), stream: true }
    await expect.poll(async () => (await ask(another)).status).toBe(404)
    gate.resolve()
    expect((await first).choices[0].message.content).toBe('Late.')
  })

  it('makes room for another stream', async () => {
    const place = await slow({ streams: { perCaller: 1, total: 1 } })
    await (await leave(place, { stream: true })).outcome
    place.gate.resolve()
    await expect
      .poll(async () => (await place.stream({ model: 'direct', messages: said('Hello') })).content)
      .toBe('Late.')
  })

  it('is refused one stream more than it may have open', async () => {
    const { server, begun, ask } = await slow({ streams: { perCaller: 1, total: 1 } })
    const request = { model: 'direct', messages: said('Hello'), stream: true }
    const open = server.request('/v1/chat/completions', { json: request })
    await begun.promise
    expect(await ask(request)).toMatchObject({ status: 429, error: { code: 'rate_limit_exceeded' } })
    expect(await server.runtime.list()).toHaveLength(1)
    await (await open).body?.cancel()
  })

  it('is refused it for a background task, too', async () => {
    const { begun, gate, ask, stream } = await slow({ streams: { perCaller: 1, total: 1 } })
    const request = { model: 'direct', messages: said('Hello') }
    const headers = { 'x-gyre-task': 'title_generation' }
    const first = stream(request, headers)
    await begun.promise
    expect(await ask({ ...request, stream: true }, headers)).toMatchObject({ status: 429 })
    gate.resolve()
    expect((await first).content).toBe('Late.')
    await expect.poll(async () => (await stream(request, headers)).content).toBe('Late.')
  })
})
