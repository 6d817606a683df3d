/** How far two dates are apart. */
import { defineTool, GyreError, type Tool, toolOutput } from '@gyre/core'
import { z } from 'zod'
import { type CalendarSetting, hereAndNow } from '../calendar-setting.ts'
import { type Day, isoDate } from '../dates/day.ts'
import { counted, spokenDay, weekdayNames } from '../dates/spoken-date.ts'
import { resolveHint } from '../hints/resolve-hint.ts'
import { type WorkingCalendar, workingCalendar } from '../holidays/working-days.ts'
import { countryField, dateField, regionField } from './fields.ts'

/** Working days are counted one by one. */
const longestDays = 366 * 100

export function betweenTool(setting: CalendarSetting): Tool {
  return defineTool({
    name: 'calendar.between',
    description:
      'Counts the days, weeks and working days between two dates. With a country its public holidays and its weekend are no working days; else Saturdays and Sundays are none.',
    input: z.object({
      start: dateField('The first date.'),
      end: dateField('The last date.'),
      country: countryField.optional(),
      region: regionField,
    }),
    effect: 'pure',
    trusted: true,
    run: async ({ start, end, country, region }, context) => {
      const here = hereAndNow(setting, context, undefined)
      const question = { today: here.day, now: here, country: setting.country }
      const first = (await resolveHint({ ...question, text: start, field: 'start' })).start
      const last = (await resolveHint({ ...question, text: end, field: 'end' })).end
      if (Math.abs(last - first) > longestDays)
        throw new GyreError('argument-invalid', '`end` is at most 100 years from `start`.')
      const calendar = await workingCalendar(country, region)
      return toolOutput(answer(first, last, calendar))
    },
  }) as Tool
}

function answer(start: Day, end: Day, calendar: WorkingCalendar) {
  const [first, last] = start <= end ? [start, end] : [end, start]
  const days = last - first
  const { workingDays, holidays } = countWorkingDays(first, last, calendar)
  const order = start <= end ? '' : ' The end is before the start.'
  const weeks = `${counted(Math.floor(days / 7), 'week')} and ${counted(days % 7, 'day')}`
  const free = calendar.weekend.map((weekday) => weekdayNames[weekday - 1]).join(' and ')
  const text =
    `From ${spokenDay(start)} to ${spokenDay(end)}: ${counted(days, 'day')} (${weeks}), ${days + 1} with both ends counted.${order} ` +
    `${counted(workingDays, 'working day')} with both ends counted, ${free} being free${holidayText(holidays, calendar)}.`
  const data = {
    start: isoDate(start),
    end: isoDate(end),
    days: end - start,
    weeks: Math.floor(days / 7),
    remainingDays: days % 7,
    workingDays,
    ...(calendar.country && { country: calendar.country, holidays: [...holidays] }),
  }
  return { text, data }
}

function countWorkingDays(first: Day, last: Day, calendar: WorkingCalendar) {
  let workingDays = 0
  const holidays: string[] = []
  for (let day = first; day <= last; day += 1) {
    if (calendar.isWorkingDay(day)) workingDays += 1
    const holiday = calendar.holidayOn(day)
    if (holiday !== undefined) holidays.push(`${isoDate(day)} ${holiday}`)
  }
  return { workingDays, holidays }
}

function holidayText(holidays: readonly string[], { country }: WorkingCalendar): string {
  if (!country) return '; no holidays considered'
  if (holidays.length === 0) return `; no public holiday of ${country} falls on a working day`
  const shown = holidays.slice(0, 12).join(', ')
  return `, and ${counted(holidays.length, 'public holiday')} of ${country}: ${shown}${holidays.length > 12 ? ', …' : ''}`
}
