import { describe, expect, it } from 'vitest'
import { withTimes } from './note-times.ts'

const until = Date.UTC(2026, 2, 1, 12)

describe('withTimes', () => {
  it('tells until when a breaker is open as a time', () => {
    expect(withTimes({ name: 'breaker.opened', value: { tool: 'pay', failures: 3, until } })).toEqual({
      name: 'breaker.opened',
      value: { tool: 'pay', failures: 3, until: '2026-03-01T12:00:00.000Z' },
    })
  })

  it.each([
    [{ name: 'mine', value: { until } }],
    [{ name: 'breaker.closed', value: { tool: 'pay' } }],
    [{ name: 'breaker', value: null }],
    [{ status: 'running' }],
  ])('leaves %j as it is', (data) => {
    expect(withTimes(data)).toEqual(data)
  })
})
