/** The date and the time, by the session's clock. */
import { defineTool, type Tool, toolOutput } from '@gyre/core'
import { z } from 'zod'
import { type CalendarSetting, hereAndNow } from '../calendar-setting.ts'
import { isoDate, isoWeekOf, twoDigits } from '../dates/day.ts'
import { spokenDay, weekdayName } from '../dates/spoken-date.ts'
import { clockText, offsetMinutes, offsetText } from '../zones/wall-clock.ts'
import { zoneField } from './fields.ts'

export function nowTool(setting: CalendarSetting): Tool {
  return defineTool({
    name: 'calendar.now',
    description: 'Tells the present date, time, weekday, ISO week and offset from UTC, here or in another time zone.',
    input: z.object({ timeZone: zoneField }),
    effect: 'pure',
    trusted: true,
    run: ({ timeZone }, context) => {
      const here = hereAndNow(setting, context, timeZone)
      const week = isoWeekOf(here.day)
      const data = {
        date: isoDate(here.day),
        time: clockText(here),
        weekday: weekdayName(here.day),
        week: `${week.year}-W${twoDigits(week.week)}`,
        timeZone: here.zone,
        offset: offsetText(offsetMinutes(here.instant, here.zone)),
      }
      const text = `${spokenDay(here.day)} (${data.date}), ${data.time} in ${data.timeZone} (${data.offset}), week ${data.week}.`
      return toolOutput({ text: here.note ? `${text} ${here.note}` : text, data })
    },
  }) as Tool
}
