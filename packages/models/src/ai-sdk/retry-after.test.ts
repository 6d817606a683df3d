import { describe, expect, it } from 'vitest'
import { retryAfterMs } from './retry-after.ts'

describe('retryAfterMs', () => {
  it('reads milliseconds before seconds', () => {
    expect(retryAfterMs({ 'Retry-After-Ms': '1500', 'retry-after': '9' }, '')).toBe(1500)
    expect(retryAfterMs({ 'Retry-After': '2.5' }, '')).toBe(2500)
  })

  it('reads a date by the clock of the provider', () => {
    const headers = { 'retry-after': 'Fri, 02 Jan 2026 00:00:10 GMT', date: 'Fri, 02 Jan 2026 00:00:00 GMT' }
    expect(retryAfterMs(headers, '')).toBe(10_000)
  })

  it('reads the delay in a body of Google', () => {
    expect(retryAfterMs({}, '{"details":[{"retryDelay":"31s"}]}')).toBe(31_000)
  })

  it('knows nothing when nothing is said', () => {
    expect(retryAfterMs({ 'retry-after': 'soon' }, '{}')).toBeUndefined()
    expect(retryAfterMs({ 'retry-after': '-1' }, '')).toBeUndefined()
  })
})
