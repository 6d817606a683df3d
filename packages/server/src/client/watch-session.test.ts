import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { gyreClient } from './gyre-client.ts'
import { type WatchRetry, watchSession } from './watch-session.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const stream = (text: string) => new Response(text, { headers: { 'content-type': 'text/event-stream' } })
const ended = 'id: 2\nevent: session.ended\ndata: {"type":"session.ended","seq":2}\n\n'

type Given = Response | Error

/** Watches a session whose server gives these answers, one for each try. */
function watching(answer: (trial: number, signal?: AbortSignal) => Given | Promise<Given>, maxFailures?: number) {
  let trial = 0
  const asked: (string | null)[] = []
  const client = gyreClient('http://gyre.test', {
    fetch: async (_, init) => {
      asked.push(new Headers(init?.headers).get('last-event-id'))
      const given = await answer(++trial, init?.signal ?? undefined)
      if (given instanceof Error) throw given
      return given
    },
  })
  const retries: WatchRetry[] = []
  const onRetry = (retry: WatchRetry) => retries.push(retry)
  let opened = 0
  const onOpen = () => void opened++
  const options = { after: 0, onOpen, onRetry, ...(maxFailures !== undefined && { maxFailures }) }
  const events = Array.fromAsync(watchSession(client, 'ses_1', options)).catch((error: unknown) => error)
  return { retries, events, asked, trials: () => trial, opened: () => opened }
}

describe('watching a session', () => {
  it('gives up after ten tries that come to nothing, each told with why and how long it waits', async () => {
    const refused = new TypeError('fetch failed')
    const { retries, events, trials } = watching(() => refused)
    await vi.runAllTimersAsync()
    expect(await events).toBe(refused)
    expect(trials()).toBe(10)
    expect(retries.map(({ waitMs }) => waitMs)).toEqual([2, 4, 8, 16, 30, 30, 30, 30, 30].map((s) => s * 1000))
    expect(retries[0]).toEqual({ error: refused, failures: 1, waitMs: 2000 })
  })

  it('fails at once on an answer that is no stream', async () => {
    const { events, trials } = watching(() => new Response('<html>'))
    await vi.runAllTimersAsync()
    expect(await events).toMatchObject({ code: 'server-failed', message: '200: what was answered is no event stream.' })
    expect(trials()).toBe(1)
  })

  it('goes on for as long as streams come, whether they tell anything or not', async () => {
    const { events, retries, trials } = watching((trial) => stream(trial < 30 ? ': still here\n\n' : ended), 3)
    await vi.runAllTimersAsync()
    expect(await events).toEqual([{ type: 'session.ended', seq: 2 }])
    expect(trials()).toBe(30)
    expect(retries.map(({ failures }) => failures)).toEqual(Array.from({ length: 29 }, () => 0))
  })

  it('tells of each stream that begins, before anything comes by it', async () => {
    const answers = [new TypeError('1'), stream(''), stream(ended)]
    const { events, opened } = watching((trial) => answers[trial - 1] ?? new TypeError('more'))
    await vi.runAllTimersAsync()
    expect(await events).toEqual([{ type: 'session.ended', seq: 2 }])
    expect(opened()).toBe(2)
  })

  it('counts failures anew after a stream', async () => {
    const answers = [new TypeError('1'), new TypeError('2'), stream(''), new TypeError('3'), new TypeError('4')]
    const { events } = watching((trial) => answers[trial - 1] ?? stream(ended), 3)
    await vi.runAllTimersAsync()
    expect(await events).toEqual([{ type: 'session.ended', seq: 2 }])
  })

  it('waits as long as the server asks for', async () => {
    const busy = () => new Response('{}', { status: 429, headers: { 'retry-after': '45' } })
    const { events, retries } = watching((trial) => (trial === 1 ? busy() : stream(ended)))
    await vi.runAllTimersAsync()
    expect(await events).toHaveLength(1)
    expect(retries).toMatchObject([{ error: { status: 429 }, failures: 1, waitMs: 45_000 }])
  })
})

describe('a stream that falls silent', () => {
  const first = 'id: 1\nevent: note\ndata: {"type":"note","seq":1}\n\n'

  /** Tells each of these after so many seconds, and nothing more; never ends by itself. */
  function slowly(...pieces: readonly (readonly [seconds: number, text: string])[]) {
    let isLeft = false
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const [seconds, text] of pieces) {
          setTimeout(() => isLeft || controller.enqueue(new TextEncoder().encode(text)), seconds * 1000)
        }
      },
      cancel: () => {
        isLeft = true
      },
    })
    const response = new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    return { response, isLeft: () => isLeft }
  }

  it('is left after 45 s, and taken up from the last fact', async () => {
    const silent = slowly([0, first])
    const { events, retries, asked, trials } = watching((trial) => (trial === 1 ? silent.response : stream(ended)))
    await vi.advanceTimersByTimeAsync(44_999)
    expect([silent.isLeft(), retries]).toEqual([false, []])
    await vi.advanceTimersByTimeAsync(1)
    expect([silent.isLeft(), retries]).toEqual([true, [{ error: undefined, failures: 0, waitMs: 2000 }]])
    await vi.runAllTimersAsync()
    expect(await events).toEqual([
      { type: 'note', seq: 1 },
      { type: 'session.ended', seq: 2 },
    ])
    expect([trials(), asked]).toEqual([2, ['0', '1']])
  })

  it('is followed for as long as it says that it is there', async () => {
    const alive = slowly([0, first], ...[40, 80, 120].map((at) => [at, ': keep-alive\n\n'] as const), [160, ended])
    const { events, trials } = watching(() => alive.response)
    await vi.runAllTimersAsync()
    expect(await events).toHaveLength(2)
    expect(trials()).toBe(1)
  })

  it('is none when nobody answers: that is a try that came to nothing, and is given up', async () => {
    const signals: (AbortSignal | undefined)[] = []
    const { events, retries } = watching((trial, signal) => {
      signals.push(signal)
      return trial === 1 ? new Promise<Response>(() => {}) : stream(ended)
    })
    await vi.advanceTimersByTimeAsync(45_000)
    expect(retries).toMatchObject([{ error: { message: 'Nobody answered within 45 s.' }, failures: 1, waitMs: 2000 }])
    await vi.runAllTimersAsync()
    expect(await events).toEqual([{ type: 'session.ended', seq: 2 }])
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, false])
  })
})
