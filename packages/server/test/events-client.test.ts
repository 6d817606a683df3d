/** The typed client against a real server. */
import { defineLoop } from '@gyre/core'
import { modelOf, says } from '@gyre/core/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { ApiError, gyreClient, watchSession } from '../src/client/index.ts'
import { notingLoop, patient } from './support/cut-watcher.ts'
import { type TestServer, testServer } from './support/test-server.ts'

let server: TestServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

/** Streams that break after so many bytes, and a server that asks to be called again at once. */
function breaking(bytes: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response
    let left = bytes
    const cutting = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        const text = new TextDecoder('latin1').decode(piece).replace('retry: 2000', 'retry: 1')
        controller.enqueue(new TextEncoder().encode(text.slice(0, left)))
        left -= text.length
        if (left <= 0) controller.error(new Error('The connection broke.'))
      },
    })
    return new Response(response.body?.pipeThrough(cutting), response)
  }
}

describe('the typed client', () => {
  it('starts a session, watches it and reads how it ended', async () => {
    server = await testServer({ model: modelOf(() => says('Hello.')) })
    const client = gyreClient(server.url, { key: server.key })
    const started = await client.sessions.$post({ json: { loop: 'direct', goal: 'Say hello.' } })
    const { id } = await started.json()
    const types: string[] = []
    for await (const event of watchSession(client, id, { after: 0, deltas: false })) types.push(event.type)
    expect([types[0], types.at(-1)]).toEqual(['session.created', 'session.ended'])
    const record = await (await client.sessions[':id'].$get({ param: { id } })).json()
    expect([record.answer, record.usage.modelCalls]).toEqual(['Hello.', 1])
    const page = await (await client.sessions.$get({ query: { limit: 10 } })).json()
    expect(page.sessions.map((each) => each.id)).toEqual([id])
  })

  it('throws what is refused, with its code and what to do', async () => {
    server = await testServer({ model: modelOf(() => says('Hello.')) })
    const client = gyreClient(`${server.url}/`, { key: server.key })
    const refused = client.sessions[':id'].$get({ param: { id: 'none' } })
    await expect(refused).rejects.toBeInstanceOf(ApiError)
    await expect(refused).rejects.toMatchObject({ status: 404, code: 'session-unknown', fix: expect.any(String) })
    await expect(watchSession(client, 'none').next()).rejects.toMatchObject({ code: 'session-unknown' })
  })

  it('tells every fact once over connections that break', async () => {
    server = await testServer({ model: modelOf(() => says('')), loops: [notingLoop], server: patient })
    const session = await server.runtime.start('noting', 'Count.')
    const client = gyreClient(server.url, { key: server.key, fetch: breaking(1500) })
    const seqs: number[] = []
    for await (const event of watchSession(client, session.id, { after: 0 })) if ('seq' in event) seqs.push(event.seq)
    const { rows } = await server.runtime.read(session.id)
    expect(seqs).toEqual(rows.map(({ seq }) => seq))
  })

  it('shows how a session stands first, and ends with one that has ended', async () => {
    server = await testServer({ model: modelOf(() => says('Hello.')) })
    const session = await server.runtime.start('direct', 'Say hello.')
    await session.outcome
    const client = gyreClient(server.url, { key: server.key, fetch: breaking(1e9) })
    const events = await Array.fromAsync(watchSession(client, session.id))
    expect(events).toMatchObject([{ type: 'snapshot', record: { answer: 'Hello.' } }])
  })

  it('ends when it is told to, while nothing happens', async () => {
    const waiting = defineLoop({ name: 'waiting', run: (ctx) => ctx.askHuman('Begin?') })
    server = await testServer({ model: modelOf(() => says('')), loops: [waiting] })
    const session = await server.runtime.start('waiting', 'Wait.')
    await session.idle()
    const client = gyreClient(server.url, { key: server.key })
    const leaving = new AbortController()
    const types: string[] = []
    const events = watchSession(client, session.id, { signal: leaving.signal, deltas: false })
    for await (const { type } of events) {
      types.push(type)
      setImmediate(() => leaving.abort())
    }
    expect(types).toEqual(['snapshot'])
  })
})
