import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { UsageSum } from '../api/usage.ts'
import { csvOf, dayOf, everyDay, firstDay, nameOf, readGrouping, readRange, sorted } from './usage-sums.ts'

const sum = (name: string, more: Partial<UsageSum> = {}): UsageSum => ({
  ...{ name, sessions: 1, outcomes: {}, modelCalls: 2, toolCalls: 3, inputTokens: 40, outputTokens: 5 },
  ...{ costUsd: 0.5, activeMs: 60, unpriced: 0, ...more },
})

const now = Date.parse('2026-11-16T17:00:00Z')

describe('the range of a report', () => {
  it('ends today, and begins as many days before', () => {
    expect(firstDay('7', now)).toBe('2026-11-10')
    expect(firstDay('30', now)).toBe('2026-10-18')
    expect(firstDay('all', now)).toBeUndefined()
  })

  it('is read from an address, whatever that says', () => {
    expect(readRange('90')).toBe('90')
    expect(readRange('all')).toBe('all')
    expect(readRange(undefined)).toBe('30')
    expect(readRange('toString')).toBe('30')
    expect(readGrouping('model')).toBe('model')
    expect(readGrouping('month')).toBe('day')
  })
})

describe('days', () => {
  it('are all there, also those on which nothing was done', () => {
    const days = everyDay([sum('2026-11-14')], '2026-11-13', now)
    expect(days.map(({ name, sessions }) => [name, sessions])).toEqual([
      ['2026-11-13', 0],
      ['2026-11-14', 1],
      ['2026-11-15', 0],
      ['2026-11-16', 0],
    ])
  })

  it('begin with the first sum where no range is given', () => {
    expect(everyDay([sum('2026-11-15')], undefined, now).map(({ name }) => name)).toEqual(['2026-11-15', '2026-11-16'])
    expect(everyDay([], undefined, now)).toHaveLength(1)
  })

  it('of many years are left as they are', () => {
    const sums = [sum('2020-01-01'), sum('2026-11-16')]
    expect(everyDay(sums, undefined, now)).toBe(sums)
  })

  it('lose no sum within the range', () => {
    const days = fc.uniqueArray(fc.integer({ min: 0, max: 29 }))
    fc.assert(
      fc.property(days, (agos) => {
        const sums = agos.map((ago) => sum(dayOf(now - ago * 86_400_000)))
        const filled = everyDay(sums, firstDay('30', now), now)
        expect(filled).toHaveLength(30)
        expect(filled.reduce((all, { sessions }) => all + sessions, 0)).toBe(sums.length)
      }),
    )
  })
})

describe('sums', () => {
  it('are shown by how much they are, days by their order', () => {
    const [few, many] = [sum('react', { costUsd: 0.1 }), sum('experts', { costUsd: 2 })]
    expect(sorted([few, many], 'loop', 'costUsd')).toEqual([many, few])
    expect(sorted([few, many], 'day', 'costUsd')).toEqual([few, many])
    expect(sorted([sum('b'), sum('a')], 'loop', 'sessions').map(({ name }) => name)).toEqual(['a', 'b'])
  })

  it('of nobody are called so', () => {
    expect(nameOf({ name: '-' }, 'persona')).toBe('no persona')
    expect(nameOf({ name: 'deep' }, 'persona')).toBe('deep')
  })

  it('become a table for a spreadsheet', () => {
    expect(csvOf([sum('react')], 'loop')).toBe(
      'loop,sessions,modelCalls,toolCalls,inputTokens,outputTokens,costUsd,activeMs,unpriced\r\nreact,1,2,3,40,5,0.5,60,0\r\n',
    )
  })

  it('have names that a spreadsheet takes for names', () => {
    const [, row = ''] = csvOf([sum('=HYPERLINK("x,y")')], 'caller').split('\r\n')
    expect(row.startsWith('"\'=HYPERLINK(""x,y"")",1,')).toBe(true)
  })
})
