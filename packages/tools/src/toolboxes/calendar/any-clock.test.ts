import { runTool, systemClock, type ToolContext } from '@gyre/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calendarToolbox } from './calendar-toolbox.ts'
import { readIsoDate, weekdayOf } from './dates/day.ts'

type Span = { readonly start: string; readonly end: string; readonly days: number; readonly nights: number }

const dayMs = 86_400_000

/** The data of a call by a clock, which other calls may refer to. */
async function dataOf(name: string, input: object, now: number): Promise<Span & Record<string, unknown>> {
  const tool = calendarToolbox().tools.find((one) => one.name === `calendar.${name}`)
  if (!tool) throw new Error(`no tool ${name}`)
  const context: Partial<ToolContext> = { signal: AbortSignal.timeout(60_000), now: () => now }
  const output = await runTool(tool, tool.schema.parse(input), context as ToolContext, systemClock)
  expect(output.error).toBeUndefined()
  return output.data as Span & Record<string, unknown>
}

const clock = fc.integer({ min: Date.parse('1950-01-01'), max: Date.parse('2150-01-01') })

const dayIn = (text: string) => readIsoDate(text) ?? Number.NaN

describe('by any clock', () => {
  it('Hanukkah is the one that runs or comes next, eight days after its first evening', async () => {
    await fc.assert(
      fc.asyncProperty(clock, async (now) => {
        const today = Math.floor(now / dayMs)
        const { start, end, days, nights, running } = await dataOf('resolve_holiday', { name: 'Hanukkah' }, now)
        expect([days, nights, dayIn(end) - dayIn(start)]).toEqual([8, 8, 8])
        expect(dayIn(end)).toBeGreaterThanOrEqual(today)
        // It comes once in a year of the Jewish calendar, which has up to 385 days.
        expect(dayIn(start) - today).toBeLessThanOrEqual(385)
        expect(running).toBe(dayIn(start) <= today)
      }),
      { numRuns: 60 },
    )
  })

  it('`next weekend` is a Saturday and a Sunday of the week after this', async () => {
    await fc.assert(
      fc.asyncProperty(clock, async (now) => {
        const today = Math.floor(now / dayMs)
        const { start, end, days, nights } = await dataOf('resolve_date_hint', { text: 'next weekend' }, now)
        expect([days, nights, weekdayOf(dayIn(start)), weekdayOf(dayIn(end))]).toEqual([2, 1, 6, 7])
        expect(dayIn(start) - today).toBe(13 - weekdayOf(today))
      }),
      { numRuns: 60 },
    )
  })

  it('`January 17-19` is a stay of two nights that comes next', async () => {
    await fc.assert(
      fc.asyncProperty(clock, async (now) => {
        const today = Math.floor(now / dayMs)
        const { start, end, days, nights } = await dataOf('resolve_date_hint', { text: 'January 17-19' }, now)
        expect([start.slice(4), end.slice(4), days, nights]).toEqual(['-01-17', '-01-19', 3, 2])
        expect(dayIn(end)).toBeGreaterThanOrEqual(today)
        expect(dayIn(start) - today).toBeLessThanOrEqual(366)
      }),
      { numRuns: 60 },
    )
  })

  it.each([
    ['Republic Day', 'IN'],
    ['Thanksgiving', 'US'],
    ["Children's Day", 'JP'],
    ['Songkran', 'TH'],
    ['Carnival', 'BR'],
    ['Midsummer', 'SE'],
    ['Eid al-Fitr', undefined],
  ])('%s has a first and a last day', async (name, country) => {
    for (const now of ['1998-03-01', '2026-11-15', '2041-07-31']) {
      const { start, end, days } = await dataOf(
        'resolve_holiday',
        { name, ...(country && { country }) },
        Date.parse(now),
      )
      expect([name, now, dayIn(end) - dayIn(start) >= 0, days >= 1]).toEqual([name, now, true, true])
      expect(end >= now).toBe(true)
    }
  })
})
