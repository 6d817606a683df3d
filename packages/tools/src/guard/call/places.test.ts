import { getEventListeners } from 'node:events'
import { simulatedClock } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { gate, turns } from '../../../../../test/support/kernel.ts'
import { Places } from './places.ts'

const caller = (idempotencyKey: string, signal = new AbortController().signal) => ({ idempotencyKey, signal })

/** Places whose library is loaded. */
async function loaded(capacity: number, clock = simulatedClock()) {
  const all = new Places(capacity, clock)
  const hold = <T>(of: ReturnType<typeof caller>, work: () => Promise<T> | T) => all.hold(of, 1_000, work)
  expect(await hold(caller('first'), () => 'done')).toBe('done')
  return { hold }
}

/** Work that never comes back, whatever happens. */
const hung = () => new Promise<never>(() => {})

describe('places', () => {
  it('are given to so many at the same time; the others wait in order', async () => {
    const places = await loaded(2)
    const held = ['a', 'b', 'c', 'd'].map((name) => ({ name, gate: gate() }))
    const begun: string[] = []
    const done = held.map(({ name, gate: own }) =>
      places.hold(caller(name), async () => {
        begun.push(name)
        await own.pass()
        return name
      }),
    )
    await turns(3)
    expect(begun).toEqual(['a', 'b'])
    held[1]?.gate.open()
    await turns(3)
    expect(begun).toEqual(['a', 'b', 'c'])
    for (const { gate: own } of held) own.open()
    expect(await Promise.all(done)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('are not waited for by work that is done at once', async () => {
    const places = await loaded(1)
    expect([1, 2, 3].map((nth) => places.hold(caller(`${nth}`), () => nth))).toEqual([1, 2, 3])
  })

  it('are waited for by work that would be done at once while others have them', async () => {
    const places = await loaded(1)
    const held = gate()
    const first = places.hold(caller('a'), () => held.pass())
    let isDone = false
    const second = places.hold(caller('b'), () => {
      isDone = true
    })
    await turns(3)
    expect(isDone).toBe(false)
    held.open()
    await Promise.all([first, second])
    expect(isDone).toBe(true)
  })

  it('are not taken a second time by calls from inside one that has one, at once or later', async () => {
    const places = await loaded(1)
    const inner = () => places.hold(caller('a/call#1'), async () => 'inner')
    expect(await places.hold(caller('a'), async () => await inner())).toBe('inner')
    const later = async () => {
      await turns(2)
      return inner()
    }
    expect(await places.hold(caller('a'), later)).toBe('inner')
    // A name that only begins the same is another call.
    const held = gate()
    const first = places.hold(caller('a'), () => held.pass())
    let isBegun = false
    const other = places.hold(caller('a2'), async () => {
      isBegun = true
    })
    await turns(3)
    expect(isBegun).toBe(false)
    held.open()
    await Promise.all([first, other])
  })

  it('are not waited for any longer by a call whose session is aborted', async () => {
    const places = await loaded(1)
    const session = new AbortController()
    void places.hold(caller('a'), hung)
    const second = places.hold(caller('b', session.signal), () => 'never')
    session.abort()
    expect(await second).toBe('aborted')
    expect(places.hold(caller('c', session.signal), () => 'never')).toBe('aborted')
  })

  it('are not waited for any longer than that', async () => {
    const clock = simulatedClock()
    const places = await loaded(1, clock)
    const held = gate()
    void places.hold(caller('a'), () => held.pass())
    const begun: string[] = []
    const second = places.hold(caller('b'), () => begun.push('b'))
    await clock.advance(999)
    const third = places.hold(caller('c'), () => begun.push('c'))
    await clock.advance(1)
    expect(await second).toBe('busy')
    held.open()
    await third
    expect(begun).toEqual(['c'])
  })

  it('are free again when the session is aborted, though the work never comes back', async () => {
    const places = await loaded(1)
    for (let nth = 0; nth < 3; nth++) {
      const session = new AbortController()
      void places.hold(caller('a', session.signal), hung)
      const next = places.hold(caller('b'), async () => 'next')
      session.abort()
      expect(await next).toBe('next')
    }
  })

  it('are free again when the work itself has aborted the session', async () => {
    const places = await loaded(1)
    const session = new AbortController()
    void places.hold(caller('a', session.signal), () => {
      session.abort()
      return hung()
    })
    expect(await places.hold(caller('b'), async () => 'next')).toBe('next')
  })

  it('stay with the second of two equal calls when the first comes back late', async () => {
    const places = await loaded(1)
    const [late, session] = [gate(), new AbortController()]
    void places.hold(caller('a', session.signal), () => late.pass())
    session.abort()
    await turns(1)
    const again = places.hold(caller('a'), async () => {
      late.open()
      await turns(2)
      return places.hold(caller('a/call#1'), () => 'inner')
    })
    expect(await again).toBe('inner')
  })

  it('leave nothing behind with the session', async () => {
    const places = await loaded(1)
    const { signal } = new AbortController()
    const held = gate()
    const both = [places.hold(caller('a', signal), () => held.pass()), places.hold(caller('b', signal), async () => {})]
    expect(getEventListeners(signal, 'abort')).toHaveLength(2)
    held.open()
    await Promise.all(both)
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })
})
