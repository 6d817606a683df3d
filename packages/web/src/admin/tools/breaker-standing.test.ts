import { describe, expect, it } from 'vitest'
import { breakerStanding } from './breaker-standing.ts'

const now = Date.parse('2026-11-16T12:00:00Z')
const wordOf = (breaker: Parameters<typeof breakerStanding>[0]['breaker'], denied: readonly string[] = []) =>
  breakerStanding({ breaker, denied }, now).word

describe('a breaker', () => {
  it('is closed, half-open or open', () => {
    expect(wordOf({ state: 'closed', failures: 0, until: null })).toBe('closed')
    expect(wordOf({ state: 'half-open', failures: 3, until: null })).toBe('half-open')
    expect(wordOf({ state: 'open', failures: 3, until: null })).toBe('open, next call tries it')
  })

  it.each([
    ['2026-11-16T12:00:42Z', 'open, retry 0:42'],
    ['2026-11-16T12:00:04.200Z', 'open, retry 0:05'],
    ['2026-11-16T12:03:12Z', 'open, retry 3:12'],
    ['2026-11-16T11:59:00Z', 'open, next call tries it'],
  ])('that is open until %s is %s', (until, word) => {
    expect(wordOf({ state: 'open', failures: 3, until })).toBe(word)
  })

  it('does not matter for a tool that nobody may call', () => {
    expect(wordOf({ state: 'open', failures: 3, until: null }, ['shell'])).toBe('not allowed')
  })
})
