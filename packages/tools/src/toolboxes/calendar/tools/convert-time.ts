/** A time in one zone, as the clocks of another show it. */
import { defineTool, GyreError, type Tool, toolOutput } from '@gyre/core'
import { z } from 'zod'
import type { CalendarSetting } from '../calendar-setting.ts'
import { isoDate } from '../dates/day.ts'
import { spokenDay } from '../dates/spoken-date.ts'
import { type FoundZone, findZone } from '../zones/find-zone.ts'
import { hasOffset, readTime } from '../zones/read-time.ts'
import { clockText, offsetMinutes, offsetText, wallClock } from '../zones/wall-clock.ts'
import { zoneField } from './fields.ts'

export function convertTimeTool(setting: CalendarSetting): Tool {
  return defineTool({
    name: 'calendar.convert_time',
    description:
      'Tells what a time in one time zone is in another, with the date and summer time considered. A zone that is left out is the one here.',
    input: z.object({
      time: z.string().min(1).max(200).describe('Such as `15:00`, `tomorrow at 3pm`, `2026-03-29 02:30` or `now`.'),
      from: zoneField.describe('The zone the time is given in: an IANA name, a city, an offset or an abbreviation.'),
      to: zoneField.describe('The zone that is asked for.'),
    }),
    effect: 'pure',
    trusted: true,
    run: async ({ time, from, to }, context) => {
      const now = context.now()
      if (from === undefined && to === undefined) {
        throw new GyreError(
          'argument-invalid',
          'Give `from`, `to` or both: time zones such as `Europe/Berlin` or `Tokyo`.',
        )
      }
      const { country } = setting
      const zoneOf = (name: string | undefined, field: string, at: number): FoundZone =>
        name === undefined ? { zone: setting.timeZone } : findZone({ name, field, at, country })
      const source = zoneOf(from, 'from', now).zone
      const moment = await readTime({ text: time, field: 'time', zone: source, now, country })
      // Notes on summer time are about that moment, not about now.
      const [given, wanted] = [zoneOf(from, 'from', moment.instant), zoneOf(to, 'to', moment.instant)]
      const notes = [moment.note, given.note, wanted.note, hasOffset(time) && from ? ownOffset : undefined]
      const [before, after] = [shown(moment.instant, source), shown(moment.instant, wanted.zone)]
      const text = `${before.text} is ${after.text}.`
      const said = [...new Set(notes.filter((note) => note !== undefined))]
      return toolOutput({
        text: [text, ...said].join(' '),
        data: { instant: new Date(moment.instant).toISOString(), from: before.data, to: after.data, notes: said },
      })
    },
  }) as Tool
}

const ownOffset = 'The time names its own offset from UTC, which goes before `from`.'

function shown(instant: number, zone: string) {
  const clock = wallClock(instant, zone)
  const data = {
    date: isoDate(clock.day),
    time: clockText(clock),
    timeZone: zone,
    offset: offsetText(offsetMinutes(instant, zone)),
  }
  return { data, text: `${data.time} on ${spokenDay(clock.day)} in ${zone} (${data.offset})` }
}
