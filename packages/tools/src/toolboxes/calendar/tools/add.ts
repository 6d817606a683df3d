/** A date or a time, so much later or earlier. */
import { defineTool, GyreError, type Tool, toolOutput } from '@gyre/core'
import { z } from 'zod'
import { type CalendarSetting, type Here, hereAndNow } from '../calendar-setting.ts'
import { addMonths, type Day, isoDate, partsOf } from '../dates/day.ts'
import { monthNames, spokenDay } from '../dates/spoken-date.ts'
import { resolveHint } from '../hints/resolve-hint.ts'
import { workingCalendar } from '../holidays/working-days.ts'
import { localMoment } from '../zones/local-moment.ts'
import { loadTemporal } from '../zones/temporal.ts'
import { clockText, offsetMinutes, offsetText, wallClock } from '../zones/wall-clock.ts'
import { countryField, dateField, regionField, zoneField } from './fields.ts'

const count = z.number().int().min(-1_000_000).max(1_000_000).optional()

const input = z.object({
  date: dateField('Where to count from; may have a time, such as `2026-03-28 23:00`.'),
  years: count,
  months: count,
  weeks: count,
  days: count,
  workingDays: z
    .number()
    .int()
    .min(-20_000)
    .max(20_000)
    .optional()
    .describe('Days that are neither weekend nor holiday.'),
  hours: count,
  minutes: count,
  country: countryField.optional().describe('Whose holidays are no working days.'),
  region: regionField,
  timeZone: zoneField,
})

type Amounts = Omit<z.infer<typeof input>, 'date'>

export function addTool(setting: CalendarSetting): Tool {
  return defineTool({
    name: 'calendar.add',
    description:
      'Counts forward from a date, or backward with negative numbers: first years and months, then weeks and days, then working days, then hours and minutes by the clock.',
    input,
    effect: 'pure',
    trusted: true,
    run: async ({ date, ...amounts }, context) => {
      const here = hereAndNow(setting, context, amounts.timeZone)
      const from = await resolveHint({
        text: date,
        field: 'date',
        today: here.day,
        now: here,
        country: setting.country,
      })
      const { day, note } = await dayAfter(from.start, amounts)
      const isTimed = from.time !== undefined || amounts.hours !== undefined || amounts.minutes !== undefined
      const time = from.time ?? (from.start === here.day && /now/i.test(date) ? clockText(here) : '00:00')
      return toolOutput(isTimed ? await timedAnswer(day, time, { amounts, here, note }) : dayAnswer(day, note))
    },
  }) as Tool
}

function dayAnswer(day: Day, note: string | undefined) {
  const text = `${spokenDay(checked(day))} (${isoDate(day)}).`
  return { text: note ? `${text} ${note}` : text, data: { date: isoDate(day), ...(note && { note }) } }
}

async function dayAfter(start: Day, amounts: Amounts): Promise<{ readonly day: Day; readonly note?: string }> {
  const { years = 0, months = 0, weeks = 0, days = 0, workingDays = 0, country, region } = amounts
  const ahead = years * 12 + months
  checked(start + ahead * 31)
  const inMonth = addMonths(start, ahead)
  const { day: dayOfMonth } = partsOf(start)
  const cut = partsOf(inMonth)
  const note =
    cut.day < dayOfMonth && ahead !== 0
      ? `${monthNames[cut.month - 1]} ${cut.year} has no day ${dayOfMonth}: its last day was taken.`
      : undefined
  const day = checked(inMonth + weeks * 7 + days)
  const last = workingDays === 0 ? day : await afterWorkingDays(day, workingDays, { country, region })
  return { day: last, ...(note && { note }) }
}

type Whose = { readonly country: string | undefined; readonly region: string | undefined }

async function afterWorkingDays(start: Day, count: number, { country, region }: Whose): Promise<Day> {
  const calendar = await workingCalendar(country, region)
  const step = Math.sign(count)
  let day = start
  for (let left = Math.abs(count); left > 0; ) {
    day += step
    if (calendar.isWorkingDay(day)) left -= 1
  }
  return day
}

type Timing = { readonly amounts: Amounts; readonly here: Here; readonly note: string | undefined }

/** Hours are hours of the clock that runs, also in the night it is changed. */
async function timedAnswer(day: Day, time: string, { amounts, here, note }: Timing) {
  const start = localMoment(await loadTemporal(), checked(day), time, here.zone)
  const instant = start.instant + ((amounts.hours ?? 0) * 60 + (amounts.minutes ?? 0)) * 60_000
  const clock = wallClock(instant, here.zone)
  checked(clock.day)
  const notes = [note, start.note].filter((one) => one !== undefined)
  const data = {
    date: isoDate(clock.day),
    time: clockText(clock),
    timeZone: here.zone,
    offset: offsetText(offsetMinutes(instant, here.zone)),
  }
  const text = `${data.time} on ${spokenDay(clock.day)} (${data.date}) in ${here.zone} (${data.offset}).`
  return { text: [text, ...notes].join(' '), data }
}

function checked(day: Day): Day {
  const { year } = partsOf(day)
  if (year >= 1 && year <= 9999) return day
  throw new GyreError(
    'argument-invalid',
    'The result is outside the years 1 to 9999: count fewer years, months or days.',
  )
}
