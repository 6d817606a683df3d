import { describe, expect, it } from 'vitest'
import { gate, turns } from '../../../../test/support/kernel.ts'
import { Places } from './places.ts'

const caller = (idempotencyKey: string, signal = new AbortController().signal) => ({ idempotencyKey, signal })

/** Places whose library is loaded. */
async function loaded(capacity: number): Promise<Places> {
  const places = new Places(capacity)
  expect(await places.hold(caller('first'), () => 'done')).toBe('done')
  return places
}

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

  it('are not taken by a call that was aborted while it waited', async () => {
    const places = await loaded(1)
    const [held, session] = [gate(), new AbortController()]
    const first = places.hold(caller('a'), () => held.pass())
    let isBegun = false
    const second = Promise.resolve(
      places.hold(caller('b', session.signal), async () => {
        isBegun = true
      }),
    )
    const refused = expect(second).rejects.toThrow()
    session.abort()
    held.open()
    await first
    await refused
    expect(isBegun).toBe(false)
    expect(places.hold(caller('c'), () => 'free')).toBe('free')
  })
})
