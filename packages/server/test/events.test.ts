/** Watching a session over the native API. */
import { connect, type Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { defineLoop, defineTool } from '@gyre/core'
import { modelOf, says } from '@gyre/core/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type TestServer, testServer } from './support/test-server.ts'

let server: TestServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

type Told = { readonly id: number | null; readonly event: string; readonly data: Record<string, unknown> }

/** The messages in the text of a stream; comments are left out. */
function messagesIn(text: string): readonly Told[] {
  return text.split('\n\n').flatMap((block): readonly Told[] => {
    const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/) as [string, string]))
    const data = fields.get('data')
    if (data === undefined) return []
    const id = fields.get('id')
    return [{ id: id === undefined ? null : Number(id), event: fields.get('event') ?? '', data: JSON.parse(data) }]
  })
}

type Watch = { readonly query?: string; readonly last?: string; readonly onText?: (text: string) => void }

/** All that a watcher is told, until the stream ends. */
async function watched(id: string, { query = '', last, onText }: Watch = {}): Promise<readonly Told[]> {
  const headers: Record<string, string> = last === undefined ? {} : { 'last-event-id': last }
  const response = await server!.request(`/api/v1/sessions/${id}/events${query}`, { headers })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece, { stream: true })
    onText?.(text)
  }
  expect(text).toContain('retry: 2000\n\n')
  return messagesIn(text)
}

/** Waits for a word, then notes so many things. */
function chatter(notes: number) {
  return defineLoop({
    name: 'chatter',
    async run(ctx) {
      await ctx.askHuman('Begin?')
      for (let at = 1; at <= notes; at++) ctx.note('count', at)
      return 'Done.'
    },
  })
}

describe('watching a session', () => {
  it('begins with how it stands, then tells what follows, until it has ended', async () => {
    server = await testServer({ model: modelOf(() => says('')), loops: [chatter(3)] })
    const session = await server.runtime.start('chatter', 'Talk.')
    await session.idle()
    let hasAnswered = false
    const onText = (text: string) => {
      if (hasAnswered || !/event: snapshot\ndata: .*\n\n/.test(text)) return
      hasAnswered = true
      void session.answer('yes')
    }
    const [snapshot, ...events] = await watched(session.id, { onText })
    expect(snapshot).toMatchObject({ event: 'snapshot', data: { record: { session: session.id, outcome: null } } })
    expect(snapshot?.id).toBe(snapshot?.data['seq'])
    const facts = events.filter(({ id }) => id !== null)
    expect(facts.map(({ id }) => id)).toEqual(facts.map((_, at) => Number(snapshot?.id) + 1 + at))
    expect(facts.at(-1)?.event).toBe('session.ended')
  })

  it('shows a late watcher the end and nothing more', async () => {
    server = await testServer({ model: modelOf(() => says('Hello.')) })
    const session = await server.runtime.start('direct', 'Say hello.')
    await session.outcome
    const events = await watched(session.id)
    expect(events).toMatchObject([{ event: 'snapshot', data: { record: { answer: 'Hello.' } } }])
  })

  it('goes on after the fact that is named, by a header or in the address', async () => {
    server = await testServer({ model: modelOf(() => says('Hello.')) })
    const session = await server.runtime.start('direct', 'Say hello.')
    await session.outcome
    const ids = (told: readonly Told[]) => told.map(({ id }) => id)
    const all = await watched(session.id, { query: '?after=0' })
    expect(ids(all)).toEqual(all.map((_, at) => at + 1))
    expect(ids(await watched(session.id, { query: '?after=2' }))).toEqual(ids(all).slice(2))
    // The header is what the client saw last: the address may be older.
    expect(ids(await watched(session.id, { query: '?after=0', last: '1' }))).toEqual(ids(all).slice(1))
  })

  it('need not be begun again by who has seen all of it', async () => {
    server = await testServer({ model: modelOf(() => says('Hello.')) })
    const session = await server.runtime.start('direct', 'Say hello.')
    await session.outcome
    const last = (await watched(session.id)).at(-1)?.id
    const again = await server.request(`/api/v1/sessions/${session.id}/events`, {
      headers: { 'last-event-id': String(last) },
    })
    expect(again.status).toBe(204)
  })

  it('tells how it stands to who names a fact that is not there, or has missed more than 5000', async () => {
    server = await testServer({ model: modelOf(() => says('')), loops: [chatter(5100)] })
    const session = await server.runtime.start('chatter', 'Talk.')
    await session.answer('yes')
    await session.outcome
    const { length } = (await server.runtime.read(session.id)).rows
    expect(await watched(session.id, { query: `?after=${length + 7}` })).toMatchObject([
      { event: 'snapshot', id: length },
    ])
    expect(await watched(session.id, { query: '?after=0' })).toMatchObject([{ event: 'snapshot', id: length }])
    expect(await watched(session.id, { query: `?after=${length - 5000}` })).toHaveLength(5000)
    expect((await watched(session.id, { last: 'nonsense' }))[0]?.event).toBe('snapshot')
    const refused = await server.request(`/api/v1/sessions/${session.id}/events?after=-1`)
    expect(refused.status).toBe(400)
  })

  it('holds no stream open for who asks for its head alone', async () => {
    server = await testServer({
      model: modelOf(() => says('')),
      loops: [chatter(1)],
      server: { streams: { perCaller: 1, total: 1 } },
    })
    const session = await server.runtime.start('chatter', 'Talk.')
    await session.idle()
    for (const _ of [1, 2, 3]) {
      const { status } = await server.request(`/api/v1/sessions/${session.id}/events`, { method: 'HEAD' })
      expect(status).toBe(200)
    }
    await session.answer('yes')
    await session.outcome
    expect((await watched(session.id)).map(({ event }) => event)).toEqual(['snapshot'])
  })

  it('tells deltas without an id, or none', async () => {
    server = await testServer({ model: modelOf(() => says('Hello to all of you.')), loops: [chatter(1)] })
    const told: Told[][] = []
    for (const query of ['?after=0', '?after=0&deltas=false']) {
      const begin = Promise.withResolvers<void>()
      const slow = defineLoop({
        name: `slow-${told.length}`,
        run: async (ctx, { goal }) => {
          await begin.promise
          return (await ctx.generate([{ role: 'user', parts: [{ type: 'text', text: goal }] }])).text
        },
      })
      const session = await server.runtime.start(slow, 'Say hello.')
      const onText = (text: string) => {
        if (text.includes('event: session.created')) begin.resolve()
      }
      told.push([...(await watched(session.id, { query, onText }))])
    }
    const deltas = (at: number) => told[at]?.filter(({ id }) => id === null).map(({ event }) => event)
    expect(deltas(0)).toContain('text.delta')
    expect(deltas(1)).toEqual([])
  })
})

const progresses = 13_000
const facts = 7000

/** Tells how far it is 13 000 times, in a kilobyte each. */
const talkative = defineTool({
  name: 'talk',
  description: 'Talks.',
  input: z.strictObject({}),
  run: async (_, context) => {
    for (let done = 1; done <= progresses; done++) {
      context.progress({ done, message: `${done}`.padEnd(1000, '.') })
      if (done % 100 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    return 'Talked.'
  },
})

const storm = defineLoop({
  name: 'storm',
  async run(ctx) {
    await ctx.askHuman('Begin?')
    await ctx.callTools([{ type: 'tool-call', id: 'call_1', tool: 'talk', input: {} }])
    for (let at = 1; at <= facts; at++) ctx.note('count', at)
    return 'Done.'
  },
})

/** Bytes in use: of objects, and of buffers that stand outside of them. */
function memoryUsed(): number {
  setFlagsFromString('--expose_gc')
  ;(runInNewContext('gc') as () => void)()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** A watcher who stops reading after the first bytes. */
async function stuckWatcher(path: string): Promise<Socket> {
  const { port } = new URL(server!.url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${server!.key}\r\n\r\n`)
  await new Promise((resolve) => socket.once('data', resolve))
  socket.pause()
  return socket
}

/** Less than what is told: that is 13 megabytes, and more. */
const mostGrowth = 10 * 1024 * 1024

describe('a watcher who stops reading', () => {
  it('holds up neither the session nor the memory, and is told how it stands when it reads on', async () => {
    server = await testServer({ model: modelOf(() => says('')), loops: [storm], tools: [talkative] })
    const session = await server.runtime.start('storm', 'Storm.', { tools: [talkative] })
    await session.idle()
    const socket = await stuckWatcher(`/api/v1/sessions/${session.id}/events?after=0`)
    const before = memoryUsed()
    await session.answer('yes')
    expect((await session.outcome).outcome).toBe('answered')
    const growth = memoryUsed() - before
    const pieces: Buffer[] = []
    socket.on('data', (piece: Buffer) => pieces.push(piece))
    const isOver = () => Buffer.concat(pieces).subarray(-5).toString() === '0\r\n\r\n'
    socket.resume()
    await expect.poll(isOver, { timeout: 30_000 }).toBe(true)
    socket.destroy()
    const text = Buffer.concat(pieces).toString()
    const snapshot = /event: snapshot\ndata: (.*)/.exec(text)?.[1] ?? '{}'
    expect(text.match(/"type":"note"/g)?.length ?? 0).toBeLessThan(facts)
    expect(JSON.parse(snapshot)).toMatchObject({ record: { outcome: 'answered' } })
    expect(growth).toBeLessThan(mostGrowth)
  })
})
