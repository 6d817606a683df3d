import { GyreError } from '@gyre/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RetryPolicy } from './retry-policy.ts'

const options = { retries: 3, firstWaitMs: 1000, maxWaitMs: 60_000 }

const unavailable = (details: Record<string, unknown> = {}) => new GyreError('model-unavailable', 'Gone.', details)

describe('retry policy', () => {
  it('waits twice as long each time, half of it by chance, and gives up after three retries', () => {
    const policy = new RetryPolicy(options, () => 0.5)
    const error = unavailable()
    expect([1, 2, 3, 4].map(() => policy.decide(error))).toEqual([
      { waitMs: 750 },
      { waitMs: 1500 },
      { waitMs: 3000 },
      { giveUp: error },
    ])
  })

  it('waits no longer than the longest wait', () => {
    const policy = new RetryPolicy({ ...options, maxWaitMs: 1200 }, () => 1)
    expect([1, 2, 3].map(() => policy.decide(unavailable()))).toEqual([
      { waitMs: 1000 },
      { waitMs: 1200 },
      { waitMs: 1200 },
    ])
  })

  it('waits as long as the provider asks', () => {
    expect(new RetryPolicy(options, () => 0.5).decide(unavailable({ retryAfterMs: 7000 }))).toEqual({ waitMs: 7000 })
  })

  it('gives up at once when the provider asks for longer than the longest wait, and says so', () => {
    const decision = new RetryPolicy(options, () => 0.5).decide(unavailable({ status: 429, retryAfterMs: 3_600_000 }))
    expect(decision).toMatchObject({
      giveUp: {
        code: 'model-unavailable',
        message: 'Gone. The provider asks to wait for 3600 s, and a retry waits for at most 60 s.',
        details: { status: 429, retryAfterMs: 3_600_000 },
      },
    })
  })

  it.each(['model-auth', 'model-overflow', 'model-incapable', 'model-failed'] as const)('never retries %s', (code) => {
    const error = new GyreError(code, 'No.')
    expect(new RetryPolicy(options, () => 0.5).decide(error)).toEqual({ giveUp: error })
  })

  it('does not wait for a provider that its breaker leaves alone when there is another model', () => {
    const error = unavailable({ openUntil: 1, retryAfterMs: 5000 })
    expect(new RetryPolicy(options, () => 0.5).decide(error, true)).toEqual({ giveUp: error })
  })

  it('waits until the breaker lets a call through, which is none of its retries', () => {
    const policy = new RetryPolicy({ ...options, retries: 0 }, () => 0.5)
    expect(policy.decide(unavailable({ openUntil: 1, retryAfterMs: 5000 }))).toEqual({ waitMs: 5000 })
    expect(policy.decide(unavailable({ openUntil: 1 }))).toEqual({ waitMs: 1500 })
  })

  it('waits for a breaker no longer than the longest wait in all', () => {
    const [policy, error] = [new RetryPolicy(options, () => 0.5), unavailable({ openUntil: 1, retryAfterMs: 30_000 })]
    expect([1, 2, 3].map(() => policy.decide(error))).toEqual([
      { waitMs: 30_000 },
      { waitMs: 30_000 },
      { giveUp: error },
    ])
  })

  it('never waits longer than the longest wait, nor less than half of the shortest', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        fc.integer({ min: 1, max: 20 }),
        (chance, retries) => {
          const policy = new RetryPolicy({ ...options, retries }, () => chance)
          for (let retry = 0; retry < retries; retry++) {
            const decision = policy.decide(unavailable())
            expect(decision).toEqual({ waitMs: expect.any(Number) })
            if (!('waitMs' in decision)) return
            expect(decision.waitMs).toBeGreaterThanOrEqual(500)
            expect(decision.waitMs).toBeLessThanOrEqual(60_000)
          }
        },
      ),
    )
  })
})
