/** When a holiday is. */
import { defineTool, type Tool, toolOutput } from '@gyre/core'
import { z } from 'zod'
import { type CalendarSetting, hereAndNow } from '../calendar-setting.ts'
import { type Day, isoDate } from '../dates/day.ts'
import { counted, shortDay, spokenSpan } from '../dates/spoken-date.ts'
import { resolveHint } from '../hints/resolve-hint.ts'
import { findHoliday } from '../holidays/find-holiday.ts'
import type { FoundHoliday } from '../holidays/found-holiday.ts'
import { countryField, dateField, regionField } from './fields.ts'

const description =
  'Finds the dates of a holiday or festival by its name, in any spelling or language: those of all countries, and religious ones such as Hanukkah, Passover, Easter, Eid, Ramadan, Diwali or Lunar New Year. ' +
  'Gives the one that runs or comes next unless a year or a date near it is named. `days` are the days of the festival, `nights` those between its first and last date; one that begins at sunset starts on the evening before its first day.'

export function resolveHolidayTool(setting: CalendarSetting): Tool {
  return defineTool({
    name: 'calendar.resolve_holiday',
    description,
    input: z.object({
      name: z.string().min(1).max(100).describe('The name, such as `Hanukkah` or `Thanksgiving`.'),
      country: countryField.optional(),
      region: regionField,
      year: z.number().int().min(1900).max(2200).optional().describe('The year it begins in.'),
      near: dateField('A date: the holiday nearest to it is taken.').optional(),
    }),
    effect: 'pure',
    trusted: true,
    run: async ({ near, ...input }, context) => {
      const here = hereAndNow(setting, context, undefined)
      const question = { field: 'near', today: here.day, now: here, country: setting.country }
      const nearDay = near === undefined ? undefined : (await resolveHint({ ...question, text: near })).start
      const found = await findHoliday({ ...input, near: nearDay, today: here.day, home: setting.country })
      return toolOutput({ text: holidayText(found, here.day), data: holidayData(found, here.day) })
    },
  }) as Tool
}

function holidayData({ occurrence, place }: FoundHoliday, today: Day) {
  const { name, start, end, firstDay } = occurrence
  return {
    name,
    ...(place && { country: place.country }),
    ...(place?.region && { region: place.region }),
    start: isoDate(start),
    end: isoDate(end),
    days: end - firstDay + 1,
    nights: end - start,
    ...(start !== firstDay && { firstDay: isoDate(firstDay) }),
    running: start <= today && today <= end,
  }
}

function holidayText({ occurrence, place, notes }: FoundHoliday, today: Day): string {
  const { name, start, end, firstDay } = occurrence
  const where = place ? ` (${place.region ? `${place.country}-${place.region}` : place.country})` : ''
  const evening =
    start === firstDay ? '' : `, from sunset on ${shortDay(start)}; the first day is ${shortDay(firstDay)}`
  const length = end === start ? '' : `, ${counted(end - firstDay + 1, 'day')}, ${counted(end - start, 'night')}`
  const sentences = [
    `${name}${where}: ${spokenSpan(start, end)}${length}${evening}.`,
    standing(start, end, today),
    ...notes,
  ]
  return sentences.join(' ')
}

function standing(start: Day, end: Day, today: Day): string {
  if (today < start) return `That is in ${counted(start - today, 'day')}.`
  return today <= end ? 'It is running today.' : `That was ${counted(today - end, 'day')} ago.`
}
