import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { daysLater } from './calendar-day.ts'
import { saidDays } from './said-days.ts'

const today = '2026-11-16'

describe('days that are said', () => {
  it.each([
    ['January 17-19', '2027-01-17', '2027-01-19'],
    ['Jan 17 – 19', '2027-01-17', '2027-01-19'],
    ['the 17th to the 19th of January', '2027-01-17', '2027-01-19'],
    ['17-19 January 2028', '2028-01-17', '2028-01-19'],
    ['December 28 - January 2', '2026-12-28', '2027-01-02'],
    ['28 December to 2 January 2028', '2027-12-28', '2028-01-02'],
    ['December 30, 2027 until January 3', '2027-12-30', '2028-01-03'],
    ['November 16', '2026-11-16', '2026-11-16'],
    ['15 November', '2027-11-15', '2027-11-15'],
    ['February 29', '2028-02-29', '2028-02-29'],
    ['2026-01-17 to 2026-01-19', '2026-01-17', '2026-01-19'],
    ['rooms on 2027-05-03 please', '2027-05-03', '2027-05-03'],
  ])('`%s` are the next ones', (text, start, end) => {
    expect(saidDays(text, today)).toMatchObject({ start, end })
  })

  it.each(['next weekend', 'February 30', '17-12 January', '2027-02-29', 'in 3 weeks', 'May', 'room 17'])(
    '`%s` are none, or none that there are',
    (text) => {
      expect(saidDays(text, today)).toBeUndefined()
    },
  )

  it('are found again on any day, in any year', () => {
    const day = fc.integer({ min: 0, max: 60_000 }).map((days) => daysLater('1970-01-01', days))
    const months = 'January February March April May June July August September October November December'.split(' ')
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 60 }), (now, ahead, nights) => {
        const start = daysLater(now, ahead)
        const end = daysLater(start, nights)
        const said = (date: string) => `${months[Number(date.slice(5, 7)) - 1]} ${Number(date.slice(8))}`
        expect(saidDays(`${said(start)} to ${said(end)}`, now)).toMatchObject({ start, end })
      }),
    )
  })
})
