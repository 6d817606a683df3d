/** A hint at a date, made into dates. */
import { defineTool, type Tool, toolOutput } from '@gyre/core'
import { z } from 'zod'
import { type CalendarSetting, hereAndNow } from '../calendar-setting.ts'
import { spanData, spanText } from '../dates/date-span.ts'
import { resolveHint } from '../hints/resolve-hint.ts'
import { zoneField } from './fields.ts'

const description =
  'Turns a hint such as `next weekend`, `January 17-19`, `in two weeks`, `end of the month`, `first Monday of March` or `Q3 2027` into dates, counted from today. ' +
  'Weeks run from Monday to Sunday. `this weekend` or `Friday` is the one that runs or comes first, `next weekend` or `next Friday` that of next week; dates without a year are the next ones. The answer says how the hint was read.'

export function resolveDateHintTool(setting: CalendarSetting): Tool {
  return defineTool({
    name: 'calendar.resolve_date_hint',
    description,
    input: z.object({ text: z.string().min(1).max(200).describe('The hint, in its own words.'), timeZone: zoneField }),
    effect: 'pure',
    trusted: true,
    run: async ({ text, timeZone }, context) => {
      const here = hereAndNow(setting, context, timeZone)
      const { country } = setting
      const reading = await resolveHint({ text, field: 'text', today: here.day, now: here, country })
      const { meaning, note, time } = reading
      const when = time ? `${spanText(reading)} at ${time}` : spanText(reading)
      const notes = [`Read as ${meaning}.`, note, here.note].filter((part) => part !== undefined)
      return toolOutput({
        text: `${when}. ${notes.join(' ')}`,
        data: { ...spanData(reading), ...(time && { time }), meaning, ...(note && { note }) },
      })
    },
  }) as Tool
}
