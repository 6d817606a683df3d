import { runTool, systemClock, type ToolContext, type ToolOutput } from '@gyre/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CalendarOptions, calendarToolbox } from '../calendar-toolbox.ts'
import { isoDate } from '../dates/day.ts'

const november = '2026-11-15T13:22:00Z'

async function ask(name: string, input: object, options: CalendarOptions = {}, at = november): Promise<ToolOutput> {
  const tool = calendarToolbox(options).tools.find((one) => one.name === `calendar.${name}`)
  if (!tool) throw new Error(`no tool ${name}`)
  const now = () => Date.parse(at)
  const context: Partial<ToolContext> = { signal: AbortSignal.timeout(60_000), now }
  return runTool(tool, tool.schema.parse(input), context as ToolContext, systemClock)
}

describe('calendar.convert_time', () => {
  it.each([
    ['15:00', 'Berlin', 'New York', '2026-11-15 09:00'],
    ['3pm', 'New York', 'Berlin', '2026-11-15 21:00'],
    ['2026-07-01 15:00', 'Berlin', 'New York', '2026-07-01 09:00'],
    ['2026-03-20 12:00', 'Berlin', 'New York', '2026-03-20 07:00'],
    ['now', 'UTC', 'Asia/Kolkata', '2026-11-15 18:52'],
    ['tomorrow at 9:30', 'Tokyo', 'UTC', '2026-11-16 00:30'],
    ['23:30', 'Pacific/Pago_Pago', 'Pacific/Kiritimati', '2026-11-17 00:30'],
    ['2026-11-15T13:00Z', undefined, 'Asia/Kathmandu', '2026-11-15 18:45'],
    ['2026-11-15T13:00:00+05:30', undefined, 'UTC', '2026-11-15 07:30'],
    ['noon', '+02:00', 'UTC', '2026-11-15 10:00'],
    ['midnight', 'UTC', 'Sydney', '2026-11-15 11:00'],
  ])('%s in %s is in %s %s', async (time, from, to, expected) => {
    const { data } = await ask('convert_time', { time, to, ...(from && { from }) })
    const shown = (data as { to: { date: string; time: string } }).to
    expect(`${shown.date} ${shown.time}`).toBe(expected)
  })

  it('says both sides in a sentence', async () => {
    const { text } = await ask('convert_time', { time: '15:00', from: 'Berlin', to: 'New York' })
    expect(text).toBe(
      '15:00 on Sunday 15 November 2026 in Europe/Berlin (UTC+01:00) is 09:00 on Sunday 15 November 2026 in America/New_York (UTC-05:00).',
    )
  })

  it('tells of an hour that clocks skip', async () => {
    const { text } = await ask('convert_time', { time: '2026-03-29 02:30', from: 'Europe/Berlin', to: 'UTC' })
    expect(text).toContain('03:30 on Sunday 29 March 2026 in Europe/Berlin (UTC+02:00) is 01:30')
    expect(text).toContain(
      '02:30 did not exist on 2026-03-29 in Europe/Berlin, where clocks went forward over it: 03:30 is taken.',
    )
  })

  it('tells of an hour that clocks show twice', async () => {
    const { text } = await ask('convert_time', { time: '2026-10-25 02:30', from: 'Europe/Berlin', to: 'UTC' })
    expect(text).toContain('is 00:30 on Sunday 25 October 2026 in UTC')
    expect(text).toContain(
      '02:30 came twice on 2026-10-25 in Europe/Berlin, where clocks went back: first at UTC+02:00, then at UTC+01:00. The first is taken.',
    )
  })

  it('tells of a day that a place skipped', async () => {
    const { text } = await ask('convert_time', { time: '2011-12-30 12:00', from: 'Pacific/Apia', to: 'UTC' })
    expect(text).toContain('12:00 on Saturday 31 December 2011 in Pacific/Apia (UTC+14:00) is 22:00')
    expect(text).toContain(
      '12:00 did not exist on 2011-12-30 in Pacific/Apia, where clocks went forward over it: 12:00 on 2011-12-31 is taken.',
    )
  })

  it('counts hours from now on the moment, also to a time that clocks show twice', async () => {
    const input = { time: 'in 2 hours', from: 'Europe/Berlin', to: 'UTC' }
    const { data } = await ask('convert_time', input, {}, '2026-10-24T23:30:00Z')
    expect(data).toMatchObject({ instant: '2026-10-25T01:30:00.000Z', from: { time: '02:30', offset: 'UTC+01:00' } })
  })

  it('goes by the offset that the time itself names, and says so', async () => {
    const { text } = await ask('convert_time', { time: '2026-11-15T13:00Z', from: 'Berlin', to: 'Tokyo' })
    expect(text).toContain('is 22:00 on Sunday 15 November 2026 in Asia/Tokyo')
    expect(text).toContain('The time names its own offset from UTC, which goes before `from`.')
  })

  it('tells what an abbreviation was taken for, at that time of the year', async () => {
    const summer = await ask('convert_time', { time: '2026-07-01 12:00', from: 'EST', to: 'UTC' })
    expect(summer.text).toContain('clocks in `America/New_York` then show UTC-04:00')
    const { text } = await ask('convert_time', { time: '12:00', from: 'IST', to: 'UTC' })
    expect(text).toContain('it can also mean Israel Standard Time')
  })

  it.each([
    [{ time: '15:00' }, 'Give `from`, `to` or both'],
    [{ time: 'tomorrow', to: 'Tokyo' }, '`time`: `tomorrow` names no time.'],
    [{ time: 'bananas', to: 'Tokyo' }, '`time`: `bananas` is not understood as a date.'],
    [{ time: '25:00', to: 'Tokyo' }, '`time`'],
    [{ time: '2026-11-15T25:00', to: 'Tokyo' }, '`25:00` is no time of a clock'],
    [{ time: '2026-13-40T10:00Z', to: 'Tokyo' }, '`time`: `2026-13-40T10:00Z` is no time of the calendar.'],
    [{ time: '15:00', to: 'Atlantis' }, '`to`: `Atlantis` is no known time zone.'],
    [{ time: '15:00', from: 'Mars', to: 'Tokyo' }, '`from`: `Mars` is no known time zone.'],
  ])('refuses %o', async (input, message) => {
    const output = await ask('convert_time', input)
    expect(output.error).toBe(true)
    expect(output.text).toContain(message)
  })
})

describe('calendar.between', () => {
  it.each([
    ['2026-11-15', '2026-11-15', {}, { days: 0, weeks: 0, remainingDays: 0, workingDays: 0 }],
    ['2026-11-16', '2026-11-20', {}, { days: 4, workingDays: 5 }],
    ['2026-02-28', '2026-03-01', {}, { days: 1, workingDays: 0 }],
    ['2028-02-28', '2028-03-01', {}, { days: 2, workingDays: 3 }],
    ['2025-12-31', '2026-12-31', {}, { days: 365, weeks: 52, remainingDays: 1 }],
    ['2026-03-28', '2026-03-30', {}, { days: 2, workingDays: 1 }],
    ['2026-12-21', '2027-01-03', {}, { days: 13, workingDays: 10 }],
    ['2026-12-21', '2027-01-03', { country: 'DE' }, { days: 13, workingDays: 8 }],
    ['2026-12-21', '2026-12-25', { country: 'SA' }, { days: 4, workingDays: 4 }],
    ['2026-11-20', '2026-11-16', {}, { days: -4, workingDays: 5 }],
    ['2027-03-08', '2027-03-08', { country: 'CN' }, { days: 0, workingDays: 1 }],
    ['today', 'Christmas', {}, { start: '2026-11-15', end: '2026-12-25', days: 40 }],
  ])('%s to %s %o is %o', async (start, end, more, expected) => {
    expect((await ask('between', { start, end, ...more })).data).toMatchObject(expected)
  })

  it('says what was counted and which holidays were not', async () => {
    const { text } = await ask('between', { start: '2026-12-21', end: '2027-01-03', country: 'Germany' })
    expect(text).toBe(
      "From Monday 21 December 2026 to Sunday 3 January 2027: 13 days (1 week and 6 days), 14 with both ends counted. 8 working days with both ends counted, Saturday and Sunday being free, and 2 public holidays of DE: 2026-12-25 Christmas Day, 2027-01-01 New Year's Day.",
    )
  })

  it('refuses what is too far apart', async () => {
    const { text } = await ask('between', { start: '1066-10-14', end: '2026-11-15' })
    expect(text).toContain('`end` is at most 100 years from `start`.')
  })
})

describe('calendar.add', () => {
  it.each([
    [{ date: '2026-01-31', months: 1 }, { date: '2026-02-28' }],
    [{ date: '2028-02-29', years: 1 }, { date: '2029-02-28' }],
    [{ date: '2026-11-15', days: 20, weeks: 2 }, { date: '2026-12-19' }],
    [{ date: 'today', days: -15 }, { date: '2026-10-31' }],
    [{ date: '2026-11-20', workingDays: 1 }, { date: '2026-11-23' }],
    [{ date: '2026-12-23', workingDays: 3, country: 'DE' }, { date: '2026-12-29' }],
    [{ date: '2026-11-23', workingDays: -1 }, { date: '2026-11-20' }],
    [{ date: '2026-11-19', workingDays: 1, country: 'SA' }, { date: '2026-11-22' }],
    [
      { date: '2026-03-28 23:00', hours: 5, timeZone: 'Europe/Berlin' },
      { date: '2026-03-29', time: '05:00' },
    ],
    [
      { date: '2026-10-24 23:00', hours: 5, timeZone: 'Europe/Berlin' },
      { date: '2026-10-25', time: '03:00' },
    ],
    [
      { date: '2026-03-28 12:00', days: 1, timeZone: 'Europe/Berlin' },
      { date: '2026-03-29', time: '12:00' },
    ],
    [
      { date: 'now', minutes: 90 },
      { date: '2026-11-15', time: '14:52' },
    ],
    [
      { date: 'tomorrow at 9am', hours: -10 },
      { date: '2026-11-15', time: '23:00' },
    ],
  ])('%o is %o', async (input, expected) => {
    expect((await ask('add', input)).data).toMatchObject(expected)
  })

  it('says when a month has no such day', async () => {
    const { text } = await ask('add', { date: '2026-01-31', months: 1 })
    expect(text).toBe('Saturday 28 February 2026 (2026-02-28). February 2026 has no day 31: its last day was taken.')
  })

  it.each([
    [{ date: '2026-01-01', years: 100_000 }],
    [{ date: '2026-01-01', days: 1_000_000, weeks: 1_000_000 }],
    [{ date: '2026-01-01', years: -5000 }],
  ])('refuses %o, which no calendar shows', async (input) => {
    expect((await ask('add', input)).text).toContain('outside the years 1 to 9999')
  })

  it('moves by days as calendars do, whatever clocks do in any zone', async () => {
    const zones = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Pacific/Kiritimati', 'Asia/Tehran', 'UTC')
    const start = fc.integer({ min: 10_957, max: 47_481 })
    await fc.assert(
      fc.asyncProperty(start, fc.integer({ min: -800, max: 800 }), zones, async (day, days, timeZone) => {
        const { data } = await ask('add', { date: `${isoDate(day)} 12:00`, days, timeZone })
        expect(data).toMatchObject({ date: isoDate(day + days), time: '12:00' })
        const apart = await ask('between', { start: isoDate(day), end: isoDate(day + days) })
        expect(apart.data).toMatchObject({ days })
      }),
      { numRuns: 60 },
    )
  })
})
