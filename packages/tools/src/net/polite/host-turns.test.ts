import { type SimulatedClock, simulatedClock } from '@gyre/core/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { HostTurns } from './host-turns.ts'

let clock: SimulatedClock
let turns: HostTurns
/** Who began, and when. */
let begun: string[]

beforeEach(() => {
  clock = simulatedClock(0)
  turns = new HostTurns(clock)
  begun = []
})

type Wish = { readonly url?: string; readonly gapMs?: number; readonly signal?: AbortSignal }

/** A request that begins when its turn comes, and ends when it is told to. */
function request(name: string, { url = 'https://a.example/', gapMs = 0, signal }: Wish = {}) {
  const taken = turns.take(new URL(url), { gapMs, signal: signal ?? new AbortController().signal })
  const began = taken.then(() => void begun.push(`${name} at ${clock.now()}`))
  return {
    began,
    end: async () => {
      const end = await taken
      end()
    },
  }
}

/** As long as it is its turn, and no longer. */
async function brief(name: string, wish: Wish = {}): Promise<void> {
  await request(name, wish).end()
}

describe('the turns at a host', () => {
  it('are two at once, the others in order as turns end', async () => {
    const [first, second, third] = ['1', '2', '3', '4'].map((name) => request(name))
    await clock.advance(100)
    expect(begun).toEqual(['1 at 0', '2 at 0'])
    await second?.end()
    await clock.advance(100)
    expect(begun).toEqual(['1 at 0', '2 at 0', '3 at 100'])
    await Promise.all([first?.end(), third?.end()])
    await clock.advance(0)
    expect(begun.at(-1)).toBe('4 at 200')
  })

  it('have a gap between their starts, in the order in which they were asked for', async () => {
    for (const name of ['1', '2', '3']) void brief(name, { gapMs: 500 })
    await clock.advance(499)
    expect(begun).toEqual(['1 at 0'])
    await clock.advance(1000)
    void brief('4', { gapMs: 500 })
    await clock.advance(1)
    expect(begun).toEqual(['1 at 0', '2 at 500', '3 at 1000', '4 at 1500'])
  })

  it('have the gap of who is first in the queue, and nobody overtakes them', async () => {
    void brief('1')
    void brief('slow', { gapMs: 10_000 })
    void brief('quick', { gapMs: 500 })
    await clock.advance(20_000)
    expect(begun).toEqual(['1 at 0', 'slow at 10000', 'quick at 10500'])
  })

  it('come at once when the last start is long ago', async () => {
    void brief('1', { gapMs: 500 })
    await clock.advance(700)
    void brief('2', { gapMs: 500 })
    await clock.advance(0)
    expect(begun).toEqual(['1 at 0', '2 at 700'])
  })

  it('wait for the gap and for one of the two to end, both', async () => {
    const [first] = ['1', '2', '3'].map((name) => request(name, { gapMs: 500 }))
    await clock.advance(3000)
    expect(begun).toEqual(['1 at 0', '2 at 500'])
    await first?.end()
    await clock.advance(0)
    expect(begun.at(-1)).toBe('3 at 3000')
  })

  it('are given back by who leaves the queue, whose gap no longer counts', async () => {
    const leaving = new AbortController()
    void brief('1')
    const left = request('slow', { gapMs: 10_000, signal: leaving.signal })
    void brief('2', { gapMs: 500 })
    await clock.advance(600)
    leaving.abort(new Error('Enough.'))
    await expect(left.began).rejects.toThrow('Enough.')
    await clock.advance(20_000)
    expect(begun).toEqual(['1 at 0', '2 at 600'])
  })

  it('keep the process alive for who waits', async () => {
    const kept: (boolean | undefined)[] = []
    turns = new HostTurns({
      now: clock.now,
      after: (ms, call, options) => {
        kept.push(options?.keepsAlive)
        return clock.after(ms, call)
      },
    })
    void brief('1')
    void brief('2', { gapMs: 500 })
    await clock.advance(500)
    expect(begun).toEqual(['1 at 0', '2 at 500'])
    expect([...new Set(kept)]).toEqual([true])
  })

  it('keep no timer for a queue that everybody has left', async () => {
    const leaving = new AbortController()
    let timers = 0
    turns = new HostTurns({
      now: clock.now,
      after: (ms, call) => {
        timers++
        const stop = clock.after(ms, call)
        return () => {
          timers--
          stop()
        }
      },
    })
    void brief('1')
    const left = request('2', { gapMs: 500, signal: leaving.signal })
    await clock.advance(0)
    expect(timers).toBe(1)
    leaving.abort('Enough.')
    await expect(left.began).rejects.toBe('Enough.')
    expect(timers).toBe(0)
  })

  it('are not for who has given up before', async () => {
    await expect(request('1', { signal: AbortSignal.abort('Enough.') }).began).rejects.toBe('Enough.')
    void brief('2', { gapMs: 500 })
    await clock.advance(0)
    expect(begun).toEqual(['2 at 0'])
  })

  it('stay with who gives up only after they began', async () => {
    const leaving = new AbortController()
    const first = request('1', { signal: leaving.signal })
    leaving.abort('Enough.')
    void request('2')
    void request('3')
    await clock.advance(0)
    expect(begun).toEqual(['1 at 0', '2 at 0'])
    await first.end()
    await clock.advance(0)
    expect(begun).toEqual(['1 at 0', '2 at 0', '3 at 0'])
  })

  it('come after one gap when the clock of the machine is set back', async () => {
    let now = 1_000_000
    turns = new HostTurns({ now: () => now, after: clock.after })
    await brief('1', { gapMs: 500 })
    now = 0
    void brief('2', { gapMs: 500 })
    await clock.advance(499)
    expect(begun.length).toBe(1)
    now = 500
    await clock.advance(1)
    expect(begun.length).toBe(2)
  })
})

describe('hosts', () => {
  it.each([
    ['http://a.example/x', 'https://a.example/y', 'one'],
    ['https://a.example/', 'https://A.example./', 'one'],
    ['http://[::1]:8080/', 'https://[::1]:8080/', 'one'],
    ['https://a.example/', 'https://b.example/', 'two'],
    ['https://a.example/', 'https://www.a.example/', 'two'],
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8081/', 'two'],
  ])('%s and %s are %s', async (one, other, count) => {
    void brief('1', { url: one, gapMs: 500 })
    void brief('2', { url: other, gapMs: 500 })
    await clock.advance(500)
    expect(begun).toEqual(['1 at 0', count === 'one' ? '2 at 500' : '2 at 0'])
  })

  it('that nobody asks are forgotten when there are many, the one of longest ago first', async () => {
    const named = (number: number) => `https://s${number}.example/`
    const busy = [request('a', { url: named(0) }), request('b', { url: named(0) })]
    for (let number = 1; number < 1000; number++) await brief('s', { url: named(number) })
    await brief('again', { url: named(1) })
    await brief('new', { url: named(1000) })
    begun = []
    for (const number of [0, 1, 2]) void brief(`s${number}`, { url: named(number), gapMs: 500 })
    await clock.advance(500)
    expect(begun).toEqual(['s2 at 0', 's1 at 500'])
    await Promise.all(busy.map(({ end }) => end()))
    await clock.advance(0)
    expect(begun.at(-1)).toBe('s0 at 500')
  })
})
