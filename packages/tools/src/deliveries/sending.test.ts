import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineLoop, Runtime, type RuntimeOptions, type Session, type Store } from '@gyre/core'
import { modelOf, says, simulatedClock } from '@gyre/core/testing'
import { memoryStore, sqliteStore } from '@gyre/stores'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { freePort } from '../../test/deliveries/free-port.ts'
import { fetchTo } from '../../test/deliveries/result.ts'
import { localServer } from '../../test/net/local-server.ts'
import { webhookDelivery } from './webhook.ts'

const answers = defineLoop({ name: 'answers', run: async () => 'Paris' })
const model = modelOf(() => says('x'))
const midnight = Date.UTC(2026, 0, 1)

type Says = (response: ServerResponse) => void
const status =
  (code: number, headers: Record<string, string> = {}): Says =>
  (response) =>
    void response.writeHead(code, headers).end()

/** A server that answers in this order, the last again and again. */
async function hook(...answers: readonly Says[]) {
  let count = 0
  return localServer((response) => {
    count += 1
    answers[Math.min(count, answers.length) - 1]?.(response)
  })
}

/** A process that delivers to `ops`, on a clock of its own. */
function processAt(url: string, options: Partial<RuntimeOptions> & { readonly store: Store }) {
  const clock = simulatedClock(midnight)
  const ops = webhookDelivery({ name: 'ops', url, fetch: fetchTo(url), clock })
  const runtime = new Runtime({ clock, deliveries: [ops], loops: [answers], models: [model], ...options })
  onTestFinished(() => runtime.close({ keepStore: true }))
  return { runtime, clock }
}

async function ended(runtime: Runtime): Promise<Session> {
  const session = await runtime.start(answers, 'What is the capital?', { model, deliver: ['ops'] })
  expect(await session.outcome).toMatchObject({ outcome: 'answered', answer: 'Paris' })
  return session
}

/** Waits for real sockets, until the delivery stands so. */
async function until(session: Pick<Session, 'deliveries'>, expected: object): Promise<void> {
  await vi.waitFor(async () => expect(await session.deliveries()).toMatchObject([expected]), { interval: 5 })
}

afterEach(() => {
  vi.useRealTimers()
})

describe('a result that goes to a server', () => {
  it('arrives', async () => {
    const server = await hook(status(204))
    const { runtime } = processAt(server.url, { store: memoryStore() })
    const session = await ended(runtime)
    expect(await session.deliveries({ waitMs: 5000 })).toMatchObject([{ state: 'delivered', attempts: 1 }])
    expect(server.requests.map(({ headers }) => headers['idempotency-key'])).toEqual([`${session.id}/ops`])
    expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({ session: session.id, answer: 'Paris' })
  })

  it('arrives after the server was in trouble, as the same request', async () => {
    const server = await hook(status(500), status(200))
    const { runtime, clock } = processAt(server.url, { store: memoryStore() })
    const session = await ended(runtime)
    await until(session, { state: 'pending', attempts: 1, error: 'status 500', nextAt: midnight + 1000 })
    await clock.advance(1000)
    await until(session, { state: 'delivered', attempts: 2 })
    const [first, second] = server.requests
    expect([second?.body, second?.headers['idempotency-key']]).toEqual([first?.body, `${session.id}/ops`])
  })

  it('waits as long as the server asks for', async () => {
    const server = await hook(status(429, { 'retry-after': '40' }), status(200))
    const { runtime, clock } = processAt(server.url, { store: memoryStore() })
    const session = await ended(runtime)
    await until(session, { state: 'pending', error: 'status 429', nextAt: midnight + 40_000 })
    await clock.advance(40_000)
    await until(session, { state: 'delivered', attempts: 2 })
  })

  it('is given up when the server will never take it', async () => {
    const server = await hook(status(400))
    const { runtime, clock } = processAt(server.url, { store: memoryStore() })
    const session = await ended(runtime)
    await until(session, { state: 'failed', attempts: 1, error: 'status 400' })
    await clock.advance(1_000_000)
    expect(server.requests).toHaveLength(1)
  })

  const page = 'x'.repeat(100_001)
  /** Says how long its answer is, or leaves that open. */
  const withPage = (code: number, headers: Record<string, string | number> = {}): Says => {
    return (response) => void response.writeHead(code, headers).end(page)
  }
  const length = { 'content-length': page.length }

  it.each([
    ['200 and its length', withPage(200, length), { state: 'delivered', error: null }],
    ['200', withPage(200), { state: 'delivered', error: null }],
    ['400 and its length', withPage(400, length), { state: 'failed', error: 'status 400' }],
    ['400', withPage(400), { state: 'failed', error: 'status 400' }],
    [
      '503, its length and when to come again',
      withPage(503, { ...length, 'retry-after': '40' }),
      { state: 'pending', error: 'status 503', nextAt: midnight + 40_000 },
    ],
  ])('is judged by the status of an answer that is longer than anybody reads, with %s', async (_, says, expected) => {
    const server = await hook(says)
    const { runtime } = processAt(server.url, { store: memoryStore() })
    await until(await ended(runtime), { attempts: 1, ...expected })
  })

  it('is judged by the status of an answer that never comes to its end', async () => {
    const server = await hook((response) => void response.writeHead(400).write('So'))
    const { runtime } = processAt(server.url, { store: memoryStore() })
    await until(await ended(runtime), { state: 'failed', attempts: 1, error: 'status 400' })
    await server.deserted()
  })

  it('is tried again when nobody listens, and tells no address', async () => {
    const { runtime } = processAt(`http://127.0.0.1:${await freePort()}`, { store: memoryStore() })
    const session = await ended(runtime)
    await until(session, {
      state: 'pending',
      attempts: 1,
      error: '`127.0.0.1` refused the connection (ECONNREFUSED).',
    })
  })

  it('is cut off and tried again when the server is too slow', async () => {
    const server = await hook(() => {}, status(200))
    const { runtime, clock } = processAt(server.url, { store: memoryStore() })
    const session = await ended(runtime)
    await vi.waitFor(() => expect(server.requests).toHaveLength(1), { interval: 5 })
    await clock.advance(10_000)
    await until(session, { state: 'pending', attempts: 1, error: '`ops` did not take it within 10 s.' })
    await server.deserted()
    await clock.advance(1000)
    await until(session, { state: 'delivered', attempts: 2 })
  })

  it('is sent by the next process when this one is closed while it is under way', async () => {
    const slow = await hook(() => {})
    const store = memoryStore()
    const first = processAt(slow.url, { store })
    const session = await ended(first.runtime)
    await vi.waitFor(() => expect(slow.requests).toHaveLength(1), { interval: 5 })
    await first.runtime.close({ keepStore: true })
    await slow.deserted()
    const server = await hook(status(200))
    const next = processAt(server.url, { store, recover: true })
    await next.clock.advance(60_000)
    const again = await next.runtime.session(session.id)
    await until(again, { state: 'delivered', attempts: 2 })
    expect(server.requests[0]?.body).toBe(slow.requests[0]?.body)
  })
})

describe('a file of sessions', () => {
  /** Two processes, as far as the store is concerned. */
  function shared() {
    const file = join(temporaryFolder(), 'gyre.db')
    const openStore = () => {
      const store = sqliteStore(file)
      onTestFinished(() => store.close())
      return store
    }
    return openStore
  }

  it('knows after a crash what was not sent, and what was sent without anybody knowing', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: midnight })
    const openStore = shared()
    const slow = await hook(() => {})
    // It is never closed: it dies with the request on its way, and its claim stays.
    const dying = processAt(slow.url, { store: openStore() })
    const session = await ended(dying.runtime)
    await vi.waitFor(() => expect(slow.requests).toHaveLength(1), { interval: 5 })
    vi.setSystemTime(midnight + 31_000)
    const server = await hook(status(200))
    const clock = simulatedClock(midnight + 31_000)
    const next = processAt(server.url, { store: openStore(), clock })
    expect(await next.runtime.sendOwed()).toMatchObject([
      { session: session.id, target: 'ops', state: 'delivered', attempts: 2 },
    ])
    expect(server.requests.map(({ body, headers }) => [body, headers['idempotency-key']])).toEqual([
      [slow.requests[0]?.body, `${session.id}/ops`],
    ])
  })

  it('has a result sent once by several processes that recover at once', async () => {
    const openStore = shared()
    const busy = await hook(status(503))
    const first = processAt(busy.url, { store: openStore() })
    const session = await ended(first.runtime)
    await until(session, { state: 'pending', attempts: 1, error: 'status 503' })
    await first.runtime.close({ keepStore: true })
    const server = await hook((response) => void sleep(50).then(() => response.end()))
    const clock = simulatedClock(midnight + 5000)
    const others = [1, 2, 3].map(() => processAt(server.url, { store: openStore(), clock }).runtime)
    await Promise.all(others.map((other) => other.sendOwed()))
    await clock.advance(60_000)
    const [other] = others
    expect(await other?.deliveriesOf(session.id)).toMatchObject([{ state: 'delivered', attempts: 2 }])
    expect(server.requests).toHaveLength(1)
  })
})
