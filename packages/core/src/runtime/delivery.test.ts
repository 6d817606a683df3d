import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attempted, begun, type Delivery, deliveryKey, mostAttempts, pendingDelivery, waitAfter } from './delivery.ts'

const fresh = pendingDelivery('ses_1', 'ops', 1000)

describe('a delivery', () => {
  it('is due at once, and goes by its session and target', () => {
    expect(fresh).toEqual({
      session: 'ses_1',
      target: 'ops',
      state: 'pending',
      attempts: 0,
      error: null,
      nextAt: 1000,
      settledAt: null,
    })
    expect(deliveryKey(fresh)).toBe('ses_1/ops')
  })

  it('is tried again after 1, 4, 16, 64, 256 and 1024 seconds, and never later than an hour', () => {
    expect([1, 2, 3, 4, 5, 6].map(waitAfter)).toEqual([1000, 4000, 16_000, 64_000, 256_000, 1_024_000])
    expect([7, 8, 100].map(waitAfter)).toEqual([3_600_000, 3_600_000, 3_600_000])
  })

  it('counts an attempt when it begins', () => {
    expect(begun(fresh, 5000)).toMatchObject({ state: 'pending', attempts: 1, nextAt: 6000 })
  })

  it('is delivered by an attempt without a failure', () => {
    const failed = { ...begun(fresh, 5000), error: 'status 500' }
    expect(attempted(failed, undefined, 5100)).toMatchObject({
      state: 'delivered',
      attempts: 1,
      error: null,
      nextAt: null,
      settledAt: 5100,
    })
  })

  it('is given up after a failure that is final', () => {
    expect(attempted(begun(fresh, 5000), { error: 'status 400', isFinal: true }, 5100)).toMatchObject({
      state: 'failed',
      error: 'status 400',
      nextAt: null,
      settledAt: 5100,
    })
  })

  it.each([
    [undefined, 6100],
    [500, 6100],
    [30_000, 35_100],
    [1500.2, 6601],
    [86_400_000, 3_605_100],
    [Number.NaN, 6100],
    [Number.POSITIVE_INFINITY, 6100],
    [-86_400_000, 6100],
    ['60' as unknown as number, 6100],
  ])('that is asked to wait %s ms is tried again at %i', (retryAfterMs, nextAt) => {
    const failure = { error: 'status 429', ...(retryAfterMs !== undefined && { retryAfterMs }) }
    expect(attempted(begun(fresh, 5000), failure, 5100)).toMatchObject({ state: 'pending', nextAt })
  })

  it('cuts what a target says to 300 characters', () => {
    expect(attempted(begun(fresh, 0), { error: 'x'.repeat(1000) }, 0).error).toHaveLength(300)
  })

  it('is settled after eight attempts at most, whatever the failures say', () => {
    const failures = fc.array(fc.record({ error: fc.string(), retryAfterMs: fc.oneof(fc.nat(), fc.double()) }), {
      minLength: mostAttempts,
      maxLength: mostAttempts,
    })
    fc.assert(
      fc.property(failures, (said) => {
        let delivery: Delivery = fresh
        for (const failure of said) {
          expect(delivery).toMatchObject({ state: 'pending', nextAt: expect.any(Number) })
          const now = delivery.nextAt ?? 0
          expect(Number.isSafeInteger(now)).toBe(true)
          delivery = attempted(begun(delivery, now), failure, now)
        }
        expect(delivery).toMatchObject({ state: 'failed', attempts: 8, nextAt: null })
      }),
    )
  })
})
