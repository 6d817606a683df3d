import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { todayOf } from './today.ts'

describe('today', () => {
  it('is the date, the weekday and the time of the clock', () => {
    expect(todayOf(Date.UTC(2026, 0, 1))).toEqual({
      day: '2026-01-01',
      date: '2026-01-01, Thursday, UTC',
      text: '2026-01-01, Thursday, 00:00 UTC',
    })
    expect(todayOf(Date.UTC(2028, 1, 29, 23, 59, 59)).text).toBe('2028-02-29, Tuesday, 23:59 UTC')
  })

  it('is the same day as in the calendar', () => {
    const times = fc.date({
      min: new Date('1000-01-01T00:00Z'),
      max: new Date('9999-12-31T00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(times, (time) => {
        const iso = time.toISOString()
        const { day, text } = todayOf(time.getTime())
        expect(day).toBe(iso.slice(0, 10))
        expect(text).toContain(`, ${iso.slice(11, 16)} UTC`)
      }),
    )
  })
})
