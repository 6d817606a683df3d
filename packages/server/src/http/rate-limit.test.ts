import { describe, expect, it } from 'vitest'
import { RateLimit } from './rate-limit.ts'

const takes = (limit: RateLimit, who: string, count: number, at: number) => {
  for (let taken = 0; taken < count; taken += 1) limit.take(who, at)
}

describe('a rate limit', () => {
  it('lets a minute of requests through at once, and then refuses', () => {
    const limit = new RateLimit(60)
    takes(limit, 'anna', 60, 0)
    expect(() => limit.take('anna', 0)).toThrow(
      expect.objectContaining({ code: 'rate-limited', details: { retryAfter: 1 } }),
    )
  })

  it('says how long to wait', () => {
    const limit = new RateLimit(2)
    takes(limit, 'anna', 2, 0)
    expect(() => limit.take('anna', 0)).toThrow(expect.objectContaining({ details: { retryAfter: 30 } }))
    expect(() => limit.take('anna', 29_999)).toThrow(expect.objectContaining({ details: { retryAfter: 1 } }))
    limit.take('anna', 30_000)
  })

  it('counts for each alone', () => {
    const limit = new RateLimit(1)
    limit.take('anna', 0)
    limit.take('ben', 0)
    expect(() => limit.take('anna', 0)).toThrow('More than 1 requests in a minute.')
  })

  it('never holds more than a minute gives, and never less than it had when a clock goes back', () => {
    const limit = new RateLimit(2)
    takes(limit, 'anna', 1, 0)
    takes(limit, 'anna', 2, 3_600_000)
    expect(() => limit.take('anna', 3_600_000)).toThrow('More than 2')
    expect(() => limit.take('anna', 0)).toThrow('More than 2')
  })

  it('keeps who came last when too many come', () => {
    const limit = new RateLimit(1)
    limit.take('first', 0)
    for (let who = 0; who < 10_000; who += 1) limit.take(`other ${who}`, 1)
    limit.take('first', 1)
    expect(() => limit.take('other 9999', 1)).toThrow('More than 1')
  })
})
