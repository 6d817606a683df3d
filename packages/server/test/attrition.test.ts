import { modelOf, says } from '@gyre/core/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Attack, hold, launch, type Victim, victimOn } from './support/attack.ts'
import { answerOf, opened } from './support/raw-request.ts'
import { testServer } from './support/test-server.ts'

let victim: Victim
let endless: string
let answer: () => void

beforeEach(async () => {
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const server = await testServer({
    model: modelOf(async ({ messages }) => {
      if (JSON.stringify(messages).includes('endless')) await answered
      return says('FINAL ANSWER: 42')
    }),
    server: { timeouts: { headersMs: 200, requestMs: 400 }, streams: { perCaller: 2, total: 3 } },
  })
  victim = await victimOn(server)
  endless = (await server.runtime.start('cot', 'An endless goal')).id
})

afterEach(async () => {
  answer()
  await victim.server.close()
})

describe('who takes all the time there is', () => {
  it('is cut off when the head of a request does not come', async () => {
    const socket = await opened(victim.server.url)
    socket.write('GET /v1/models HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
    expect((await answerOf(socket)).status).toBe(408)
  })

  it('is cut off when it comes byte by byte', async () => {
    const socket = await opened(victim.server.url)
    socket.write('GET /v1/models HTTP/1.1\r\n')
    const drip = setInterval(() => socket.write('X-A: b\r\n'), 20)
    expect((await answerOf(socket)).status).toBe(408)
    clearInterval(drip)
  })

  it('is cut off when a body does not come', async () => {
    const lines = ['Content-Type: application/json', 'Content-Length: 100']
    const slow = { name: '', as: 'admin', method: 'POST', path: '/v1/chat/completions', lines, status: 408 } as const
    const before = await victim.server.store.sessions.list({})
    const socket = await hold(victim, slow)
    const drip = setInterval(() => socket.write(' '), 50)
    expect((await answerOf(socket)).status).toBe(408)
    clearInterval(drip)
    expect(await victim.server.store.sessions.list({})).toEqual(before)
  })
})

describe('who opens all the streams there are', () => {
  const watch = (as: 'admin' | 'user'): Attack => ({
    name: 'watches',
    as,
    path: `/api/v1/sessions/${endless}/events`,
    status: 429,
    code: 'rate-limited',
  })

  it('has their own share alone, and gets it back when they leave', async () => {
    const [first, second] = [await hold(victim, watch('admin')), await hold(victim, watch('admin'))]
    await Promise.all([first, second].map((socket) => new Promise((resolve) => socket.once('data', resolve))))
    const { status, headers, text } = await launch(victim, watch('admin'))
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true])
    expect(text).toContain('rate-limited')
    const third = await hold(victim, watch('user'))
    await new Promise((resolve) => third.once('data', resolve))
    expect((await launch(victim, watch('user'))).status).toBe(429)
    expect((await victim.server.request('/v1/models')).status).toBe(200)
    first.destroy()
    await expect.poll(async () => firstLine(await hold(victim, watch('user')))).toBe('HTTP/1.1 200 OK')
    for (const socket of [second, third]) socket.destroy()
  })
})

/** The first line that comes, after which the connection is left. */
async function firstLine(socket: Awaited<ReturnType<typeof hold>>): Promise<string | undefined> {
  const piece = await new Promise<Buffer>((resolve) => socket.once('data', resolve))
  socket.destroy()
  return piece.toString('latin1').split('\r\n')[0]
}
