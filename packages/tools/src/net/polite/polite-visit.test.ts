import { simulatedClock } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { HostTurns } from './host-turns.ts'
import { PoliteVisit } from './polite-visit.ts'

const host = new URL('https://a.example/')

/** Visits of one process, by a clock that stands still. */
function visitors(hostDelayMs: number) {
  const clock = simulatedClock(0)
  const turns = new HostTurns(clock)
  const visit = (signal?: AbortSignal) =>
    new PoliteVisit('https://a.example/page', { turns, hostDelayMs, timeoutMs: 45_000 }, signal)
  return { clock, visit }
}

describe('a visit', () => {
  it.each([
    [500, 0, 500],
    [500, 200, 500],
    [500, 3000, 3000],
    [500, 86_400_000, 10_000],
    [500, Number.POSITIVE_INFINITY, 10_000],
    [20_000, 15_000, 20_000],
    [0, 0, 0],
    [0, 3000, 0],
  ])('with a delay of %d, at a host that wants %d, begins %d ms after the last', async (hostDelayMs, asked, gapMs) => {
    const { clock, visit } = visitors(hostDelayMs)
    await visit().enter(host, asked)
    const second = visit().enter(host, asked)
    await clock.runUntil(second)
    expect(clock.now()).toBe(gapMs)
  })

  it('that waits loses no time of its page', async () => {
    const { clock, visit } = visitors(20_000)
    await visit().enter(host, 0)
    const waiting = visit()
    await clock.advance(15_000)
    await clock.runUntil(waiting.enter(host, 0))
    await clock.advance(29_999)
    expect(waiting.signal.aborted).toBe(false)
    await clock.advance(1)
    expect(waiting.signal.reason).toMatchObject({
      code: 'fetch-failed',
      message: 'https://a.example/page did not come within 45 s.',
    })
  })

  it.each([
    [0, 60_000, '60 s'],
    [500, 60_000, '60 s'],
    [60_000, 240_000, '240 s'],
  ])('with a delay of %d whose turn does not come within %d ms says so', async (hostDelayMs, waitMs, told) => {
    const { clock, visit } = visitors(hostDelayMs)
    await Promise.all([visit().enter(host, 0), clock.runUntil(visit().enter(host, 0))])
    const begun = clock.now()
    const missed = visit().enter(host, 0)
    const why = `\`a.example\` is asked politely, a few requests at a time, and the turn of https://a.example/page did not come within ${told}.`
    await expect(clock.runUntil(missed)).rejects.toMatchObject({ code: 'fetch-failed', message: why })
    expect(clock.now()).toBe(begun + waitMs)
  })

  it('waits no longer for all its turns than for one', async () => {
    const { clock, visit } = visitors(20_000)
    const visitor = visit()
    const enter = async () => {
      visitor.leave()
      await visitor.enter(host, 0)
    }
    await clock.advance(5000)
    for (const _ of [1, 2, 3, 4]) await clock.runUntil(enter())
    expect(clock.now()).toBe(65_000)
    await clock.advance(5000)
    await clock.runUntil(enter())
    expect(clock.now()).toBe(85_000)
    await expect(clock.runUntil(enter())).rejects.toThrow('did not come within 80 s.')
    expect(clock.now()).toBe(90_000)
  })

  it('leaves the queue when the caller gives up', async () => {
    const { clock, visit } = visitors(500)
    const caller = new AbortController()
    await visit().enter(host, 0)
    const left = visit(caller.signal).enter(host, 10_000)
    const next = visit().enter(host, 0)
    caller.abort('Enough.')
    await expect(left).rejects.toBe('Enough.')
    await clock.runUntil(next)
    expect(clock.now()).toBe(500)
  })

  it('gives its turn to the next one when it ends', async () => {
    const { clock, visit } = visitors(0)
    const [one, two] = [visit(), visit()]
    await Promise.all([one.enter(host, 0), two.enter(host, 0)])
    const next = visit().enter(host, 0)
    await clock.advance(1000)
    one.end()
    await next
    expect(clock.now()).toBe(1000)
  })
})
