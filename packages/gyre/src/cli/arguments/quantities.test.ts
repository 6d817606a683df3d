import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { durationInMs, secondsInMs, shownAge, shownSize, sizeInBytes, timeFrom, wholeNumber } from './quantities.ts'

describe('quantities', () => {
  it('reads times, sizes and numbers', () => {
    expect(['90s', '2m', '12h', '30d', '1.5w'].map((text) => durationInMs('--x', text))).toEqual([
      90_000, 120_000, 43_200_000, 2_592_000_000, 907_200_000,
    ])
    expect(['7B', '1kB', '500MB', '2gib'].map((text) => sizeInBytes('--x', text))).toEqual([
      7, 1000, 500_000_000, 2_147_483_648,
    ])
    expect([secondsInMs('--x', '0'), secondsInMs('--x', '0.5')]).toEqual([0, 500])
    expect([wholeNumber('--x', undefined), wholeNumber('--x', '3', 1, 3)]).toEqual([undefined, 3])
  })

  it('reads whole numbers below zero where they may be', () => {
    expect(wholeNumber('--priority', '-5', -1000, 1000)).toBe(-5)
    expect(() => wholeNumber('--priority', '-1001', -1000, 1000)).toThrow('expected a whole number from -1000 to 1000.')
    expect(() => wholeNumber('--keep', '-5')).toThrow('expected a whole number of at least 0.')
  })

  it('reads moments, and times from now', () => {
    const now = Date.UTC(2026, 10, 16, 12)
    const read = (text: string) => timeFrom('--not-before', text, now).toISOString()
    expect(read('10m')).toBe('2026-11-16T12:10:00.000Z')
    expect(read('1.5h')).toBe('2026-11-16T13:30:00.000Z')
    expect(read('2026-11-17T08:00Z')).toBe('2026-11-17T08:00:00.000Z')
    expect(read('2026-11-17T08:00:30.5+02:00')).toBe('2026-11-17T06:00:30.500Z')
    expect(read('2026-11-17')).toBe(new Date(2026, 10, 17).toISOString())
    for (const text of ['tomorrow', '10', '2026-13-01', '2026-11-17T25:00Z', '17.11.2026', '']) {
      expect(() => read(text), text).toThrow(`\`--not-before ${text}\`: expected a time, such as 2026-11-17T08:00Z`)
    }
  })

  it.each(['2026-02-31T00:00Z', '2026-02-29', '2100-02-29T08:00+02:00', '2026-04-31T23:30'])(
    'takes no day that is not in the calendar for another: %s',
    (text) => {
      expect(() => timeFrom('--not-before', text, 0)).toThrow(`\`--not-before ${text}\`: there is no such day.`)
    },
  )

  it('reads the last days of months', () => {
    const days = ['2028-02-29T00:00Z', '2026-12-31T23:59Z'].map((text) =>
      timeFrom('--not-before', text, 0).toISOString(),
    )
    expect(days).toEqual(['2028-02-29T00:00:00.000Z', '2026-12-31T23:59:00.000Z'])
  })

  it('refuses anything else, and says what it expects', () => {
    expect(() => durationInMs('--older-than', '30')).toThrow('`--older-than 30`: expected a time')
    expect(() => sizeInBytes('--max-size', '-1MB')).toThrow('`--max-size -1MB`: expected a size')
    expect(() => secondsInMs('--wait', 'long')).toThrow('`--wait long`: expected seconds')
    expect(() => wholeNumber('--limit', '0', 1)).toThrow('expected a whole number of at least 1.')
    expect(() => wholeNumber('--hops', '4', 1, 3)).toThrow('`--hops 4`: expected a whole number from 1 to 3.')
  })

  it('shows ages in one unit', () => {
    expect([-5, 59_999, 60_000, 7_199_999, 86_399_999, 200_000_000].map(shownAge)).toEqual([
      '0 s',
      '59 s',
      '1 m',
      '1 h',
      '23 h',
      '2 d',
    ])
  })

  it('shows sizes that are read as the same again, but for what is rounded', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 900_000_000_000 }), (bytes) => {
        const read = sizeInBytes('--x', shownSize(bytes))
        expect(Math.abs(read - bytes)).toBeLessThanOrEqual(bytes * 0.005)
      }),
    )
  })
})
