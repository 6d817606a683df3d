import { runTool, systemClock, type ToolContext, type ToolOutput } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { type CalendarOptions, calendarToolbox } from './calendar-toolbox.ts'

/** A call by the session's clock; what its schema refuses fails here. */
async function ask(name: string, input: object, now: string, options: CalendarOptions = {}): Promise<ToolOutput> {
  const tool = calendarToolbox(options).tools.find((one) => one.name === `calendar.${name}`)
  if (!tool) throw new Error(`no tool ${name}`)
  const context: Partial<ToolContext> = { signal: AbortSignal.timeout(60_000), now: () => Date.parse(now) }
  return runTool(tool, tool.schema.parse(input), context as ToolContext, systemClock)
}

const newYearsEve = '2025-12-31T23:30:00Z'
const november = '2026-11-15T13:22:00Z'

describe('the calendar toolbox', () => {
  it('has tools that change nothing, ask nobody and are read without a fence', () => {
    const { tools } = calendarToolbox()
    expect(tools.map(({ name }) => name)).toEqual([
      'calendar.now',
      'calendar.resolve_date_hint',
      'calendar.resolve_holiday',
      'calendar.list_holidays',
      'calendar.countries',
      'calendar.convert_time',
      'calendar.between',
      'calendar.add',
    ])
    for (const tool of tools) {
      expect(tool).toMatchObject({ effect: 'pure', trusted: true, approval: 'never', permissions: [] })
    }
  })

  it.each([
    [{ timeZone: 'Munich' }, '`timeZone` is an IANA time zone such as `Europe/Berlin`, not `Munich`.'],
    [{ country: 'Germany' }, '`country` is a code of two letters such as `DE`, not `Germany`.'],
  ])('refuses the setting %o', (options, message) => {
    expect(() => calendarToolbox(options)).toThrow(message)
  })
})

describe('calendar.now', () => {
  it.each([
    [newYearsEve, undefined, '2025-12-31', '23:30', 'Wednesday', '2026-W01', 'UTC+00:00'],
    [newYearsEve, 'Europe/Berlin', '2026-01-01', '00:30', 'Thursday', '2026-W01', 'UTC+01:00'],
    [newYearsEve, 'Pacific/Kiritimati', '2026-01-01', '13:30', 'Thursday', '2026-W01', 'UTC+14:00'],
    [newYearsEve, 'Pacific/Pago_Pago', '2025-12-31', '12:30', 'Wednesday', '2026-W01', 'UTC-11:00'],
    ['2026-02-28T12:00:00Z', 'Asia/Kolkata', '2026-02-28', '17:30', 'Saturday', '2026-W09', 'UTC+05:30'],
    ['2028-02-29T12:00:00Z', 'New York', '2028-02-29', '07:00', 'Tuesday', '2028-W09', 'UTC-05:00'],
    ['2026-07-01T12:00:00Z', 'New York', '2026-07-01', '08:00', 'Wednesday', '2026-W27', 'UTC-04:00'],
  ])('at %s in %s it is %s %s', async (now, timeZone, ...expected) => {
    const { data } = await ask('now', { ...(timeZone && { timeZone }) }, now)
    const { date, time, weekday, week, offset } = data as Record<string, string>
    expect([date, time, weekday, week, offset]).toEqual(expected)
  })

  it('says it in a sentence, in the zone of the toolbox', async () => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    expect((await ask('now', {}, november, { timeZone: 'system' })).data).toMatchObject({ timeZone })
    const { text } = await ask('now', {}, november, { timeZone: 'Europe/Berlin' })
    expect(text).toBe('Sunday 15 November 2026 (2026-11-15), 14:22 in Europe/Berlin (UTC+01:00), week 2026-W46.')
  })
})

describe('calendar.resolve_date_hint', () => {
  it.each([
    [newYearsEve, 'UTC', 'tomorrow', '2026-01-01', 0],
    [newYearsEve, 'Europe/Berlin', 'tomorrow', '2026-01-02', 0],
    [newYearsEve, 'Pacific/Kiritimati', 'end of the month', '2026-01-31', 0],
    [newYearsEve, 'Pacific/Pago_Pago', 'end of the month', '2025-12-31', 0],
    ['2026-02-28T23:00:00Z', 'Pacific/Kiritimati', 'today', '2026-03-01', 0],
    ['2026-02-28T12:00:00Z', 'UTC', 'next weekend', '2026-03-07', 1],
    ['2028-02-29T00:30:00Z', 'Pacific/Pago_Pago', 'today', '2028-02-28', 0],
    ['2028-02-29T12:00:00Z', 'UTC', 'in a year', '2029-02-28', 0],
    [november, 'UTC', 'January 17-19', '2027-01-17', 2],
  ])('at %s in %s, `%s` starts on %s and takes %d nights', async (now, timeZone, text, ...[start, nights]) => {
    const { data } = await ask('resolve_date_hint', { text }, now, { timeZone })
    expect(data).toMatchObject({ start, nights, days: nights + 1 })
  })

  it('says the dates, how it read them and what else was possible', async () => {
    const { text, data } = await ask('resolve_date_hint', { text: 'next weekend' }, '2026-11-18T12:00:00Z')
    expect(text).toBe(
      'Saturday 28 November 2026 to Sunday 29 November 2026 (2026-11-28 to 2026-11-29), 2 days, 1 night. Read as next weekend. If the coming weekend is meant: Saturday 21 November 2026 to Sunday 22 November 2026 (say `this weekend`).',
    )
    expect(data).toMatchObject({ start: '2026-11-28', end: '2026-11-29', days: 2, nights: 1, meaning: 'next weekend' })
  })

  it.each([
    ['2026-03-29T00:30:00Z', 'Europe/Berlin', 'in 3 hours', '2026-03-29', '05:30'],
    ['2026-10-24T12:00:00Z', 'Europe/Berlin', 'in 24 hours', '2026-10-25', '13:00'],
    ['2026-10-25T01:30:00Z', 'Europe/Berlin', '2 hours ago', '2026-10-25', '01:30'],
    ['2026-03-08T06:30:00Z', 'America/New_York', 'in 2 hours', '2026-03-08', '04:30'],
    ['2026-11-15T22:10:00Z', 'Asia/Kolkata', 'in 90 minutes', '2026-11-16', '05:10'],
  ])('at %s in %s, `%s` is on %s at %s', async (now, timeZone, text, ...[start, time]) => {
    const { data } = await ask('resolve_date_hint', { text, timeZone }, now)
    expect(data).toMatchObject({ start, end: start, time })
  })

  it('takes the day of another zone when one is named', async () => {
    const { data } = await ask('resolve_date_hint', { text: 'today', timeZone: 'Tokyo' }, newYearsEve)
    expect(data).toMatchObject({ start: '2026-01-01' })
  })
})

describe('calendar.resolve_holiday', () => {
  it('tells evening, days and nights', async () => {
    const { text, data } = await ask('resolve_holiday', { name: 'Chanukah' }, november)
    expect(data).toEqual({
      name: 'Hanukkah',
      start: '2026-12-04',
      end: '2026-12-12',
      days: 8,
      nights: 8,
      firstDay: '2026-12-05',
      running: false,
    })
    expect(text).toBe(
      'Hanukkah: Friday 4 December 2026 to Saturday 12 December 2026 (2026-12-04 to 2026-12-12), 8 days, 8 nights, from sunset on 4 December 2026; the first day is 5 December 2026. That is in 19 days.',
    )
  })

  it.each([
    ['2026-12-08T12:00:00Z', 'UTC', '2026-12-04', true],
    ['2026-12-12T23:30:00Z', 'UTC', '2026-12-04', true],
    ['2026-12-12T23:30:00Z', 'Pacific/Kiritimati', '2027-12-24', false],
    ['2026-12-13T08:00:00Z', 'Pacific/Pago_Pago', '2026-12-04', true],
    ['2028-01-01T12:00:00Z', 'UTC', '2027-12-24', true],
  ])('at %s in %s the Hanukkah that runs or comes next starts on %s', async (now, timeZone, start, running) => {
    const { data } = await ask('resolve_holiday', { name: 'Hanukkah' }, now, { timeZone })
    expect(data).toMatchObject({ start, running })
  })

  it.each([
    [{ name: 'Easter', year: 2027 }, {}, { start: '2027-03-28', end: '2027-03-28', days: 1, nights: 0 }],
    [{ name: 'Passover', year: 2027 }, {}, { start: '2027-04-21', firstDay: '2027-04-22', end: '2027-04-29' }],
    [{ name: 'Christmas', near: '2026-01-05' }, {}, { start: '2025-12-25' }],
    [{ name: 'Labour Day' }, { country: 'DE' }, { country: 'DE', start: '2027-05-01' }],
    [{ name: 'Labour Day', country: 'US' }, { country: 'DE' }, { country: 'US', start: '2027-09-06' }],
    [{ name: 'Corpus Christi', country: 'DE', region: 'BY' }, {}, { country: 'DE', region: 'BY', start: '2027-05-27' }],
  ])('%o with %o is %o', async (input, options, expected) => {
    expect((await ask('resolve_holiday', input, november, options)).data).toMatchObject(expected)
  })

  it('answers an unknown name with an error that offers others', async () => {
    const output = await ask('resolve_holiday', { name: 'Hallowen party night' }, november)
    expect(output.error).toBe(true)
    expect(output.text).toContain('`Halloween`')
  })
})

describe('calendar.list_holidays and calendar.countries', () => {
  it('lists the days off of a country', async () => {
    const { text, data } = await ask('list_holidays', { country: 'Germany', year: 2027 }, november)
    expect(text.split('\n').slice(0, 3)).toEqual([
      'Holidays of Germany, 2027-01-01 to 2027-12-31:',
      "2027-01-01 Fri New Year's Day (public)",
      '2027-03-26 Fri Good Friday (public)',
    ])
    expect(text).toContain('of other kinds are left out; name them in `types`')
    expect(data).toMatchObject({ country: 'DE' })
  })

  it('lists them between dates, in a region, and of other kinds', async () => {
    const input = { country: 'DE', region: 'Bayern', from: '2027-05-20', to: '30 May 2027', types: ['public'] }
    expect((await ask('list_holidays', input, november)).text).toContain('2027-05-27 Thu Corpus Christi (public)')
    const observed = { country: 'US', year: 2026, types: ['observance'] }
    expect((await ask('list_holidays', observed, november)).text).toContain(
      '2026-10-31 Sat Halloween (observance, part of the day)',
    )
    const none = await ask('list_holidays', { country: 'DE', from: '2027-02-01', to: '2027-02-02' }, november)
    expect(none.text).toContain('none.')
  })

  it.each([
    [{}, '`country` is needed'],
    [{ country: 'DE', year: 2027, from: '2027-01-01' }, 'Give either `year`, or `from` and `to`.'],
    [{ country: 'DE', from: '2027-02-01', to: '2027-01-01' }, 'is on or after `from`'],
    [{ country: 'DE', from: '2027-02-01', to: '2047-01-01' }, 'at most three years after it'],
    [{ country: 'DE', from: 'soonish' }, '`from`: `soonish` is not understood as a date.'],
  ])('refuses %o', async (input, message) => {
    expect((await ask('list_holidays', input, november)).text).toContain(message)
  })

  it('lists countries, and the regions of one', async () => {
    const { data } = await ask('countries', {}, november)
    expect(Object.keys((data as { countries: object }).countries).length).toBeGreaterThan(200)
    const { text } = await ask('countries', { country: 'UK' }, november)
    expect(text).toContain('Regions of United Kingdom: ALD Alderney, ENG England')
    expect((await ask('countries', { country: 'MC' }, november)).text).toBe(
      'Monaco has no regions with holidays of their own.',
    )
  })
})
