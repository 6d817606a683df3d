import { GyreError } from '@gyre/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BreakerState } from './breaker.ts'
import { Traffic } from './traffic.ts'

const gone = new GyreError('model-unavailable', 'Gone.')
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A breaker that has just opened, at midnight. */
async function opened(traffic: Traffic) {
  const breaker = traffic.breakerOf('acme/one')
  for (let call = 0; call < 5; call++) breaker.enter().unavailable(gone)
  await settled()
  return breaker
}

describe('breaker', () => {
  // The library reads the time by itself.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('opens after five failures in a row, for all models of the provider and no other', async () => {
    const traffic = new Traffic()
    await opened(traffic)
    expect(() => traffic.breakerOf('acme/two').enter()).toThrow(
      '`acme` was unavailable 5 times in a row; it is left alone until 2026-01-01T00:00:30.000Z. Its last failure: Gone.',
    )
    traffic.breakerOf('other/one').enter().answered()
    expect(traffic.breakerStates()).toEqual([
      { provider: 'acme', state: 'open', openUntil: Date.UTC(2026, 0, 1, 0, 0, 30), lastError: 'Gone.' },
      { provider: 'other', state: 'closed', openUntil: undefined, lastError: undefined },
    ])
  })

  it('says how long it is left alone', async () => {
    const breaker = await opened(new Traffic())
    vi.setSystemTime(Date.UTC(2026, 0, 1, 0, 0, 10))
    const refusal = { openUntil: Date.UTC(2026, 0, 1, 0, 0, 30), retryAfterMs: 20_000 }
    expect(() => breaker.check()).toThrow(expect.objectContaining({ details: expect.objectContaining(refusal) }))
  })

  it('stays closed when an answer comes between the failures', async () => {
    const breaker = new Traffic().breakerOf('acme/one')
    for (const isGood of [false, false, false, false, true, false]) {
      const pass = breaker.enter()
      if (isGood) pass.answered()
      else pass.unavailable(gone)
      await settled()
    }
    expect(breaker.state().state).toBe('closed')
  })

  it('does not count calls that somebody left', async () => {
    const breaker = new Traffic().breakerOf('acme/one')
    for (let call = 0; call < 9; call++) breaker.enter().left()
    await settled()
    expect(breaker.state().state).toBe('closed')
  })

  it('lets one call try after its rest, fails the others meanwhile, and closes when that one is answered', async () => {
    const breaker = await opened(new Traffic())
    vi.setSystemTime(Date.UTC(2026, 0, 1, 0, 0, 30))
    const probe = breaker.enter()
    expect(probe.isProbe).toBe(true)
    expect(() => breaker.enter()).toThrow('another call tries it just now')
    probe.answered()
    await settled()
    expect(breaker.enter().isProbe).toBe(false)
  })

  it.each(['unavailable', 'left'] as const)('rests again when the call that tried was %s', async (end) => {
    const breaker = await opened(new Traffic())
    vi.setSystemTime(Date.UTC(2026, 0, 1, 0, 0, 40))
    breaker.enter()[end](gone)
    await settled()
    expect(breaker.state()).toMatchObject({ state: 'open', openUntil: Date.UTC(2026, 0, 1, 0, 1, 10) })
  })

  it('tells of its changes until nobody wants to know', async () => {
    const [traffic, states] = [new Traffic(), [] as BreakerState['state'][]]
    const stop = traffic.onBreakerChange(({ state }) => states.push(state))
    const breaker = await opened(traffic)
    vi.setSystemTime(Date.UTC(2026, 0, 1, 0, 0, 30))
    breaker.enter().answered()
    await settled()
    stop()
    await opened(traffic)
    expect(states).toEqual(['open', 'probing', 'closed'])
  })
})
