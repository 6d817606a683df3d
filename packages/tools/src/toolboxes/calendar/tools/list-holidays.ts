/** The holidays of a country. */
import { defineTool, GyreError, type Tool, toolOutput } from '@gyre/core'
import { z } from 'zod'
import { type CalendarSetting, hereAndNow } from '../calendar-setting.ts'
import { type Day, isoDate, partsOf, startOfMonth } from '../dates/day.ts'
import { weekdayName } from '../dates/spoken-date.ts'
import type { HintNow } from '../hints/hint.ts'
import { resolveHint } from '../hints/resolve-hint.ts'
import { findPlace } from '../holidays/countries.ts'
import { type HolidayDate, holidayLibrary, type Place } from '../holidays/holiday-library.ts'
import { countryField, dateField, regionField } from './fields.ts'

/** Longer lists help nobody. */
const longestDays = 1100

const types = ['public', 'bank', 'school', 'optional', 'observance'] as const

const input = z.object({
  country: countryField.optional(),
  region: regionField,
  year: z.number().int().min(1900).max(2200).optional().describe('The whole year; this year when no dates are given.'),
  from: dateField('The first day, instead of a year.').optional(),
  to: dateField('The last day.').optional(),
  types: z
    .array(z.enum(types))
    .min(1)
    .optional()
    .describe('Kinds of days; `public` and `bank` when left out, which are days off.'),
})

export function listHolidaysTool(setting: CalendarSetting): Tool {
  return defineTool({
    name: 'calendar.list_holidays',
    description: 'Lists the holidays of a country, or of a region of it, in a year or between two dates.',
    input,
    effect: 'pure',
    trusted: true,
    run: async ({ country = setting.country, region, types: wanted = ['public', 'bank'], ...when }, context) => {
      if (!country)
        throw new GyreError('argument-invalid', '`country` is needed: a code or a name, such as `DE` or `Germany`.')
      const here = hereAndNow(setting, context, undefined)
      const { from, to } = await spanOf(when, { today: here.day, now: here, country: setting.country })
      const library = await holidayLibrary()
      const place = findPlace(library, country, region)
      const years = Array.from(
        { length: partsOf(to).year - partsOf(from).year + 1 },
        (_, index) => partsOf(from).year + index,
      )
      const all = years
        .flatMap((year) => library.dates(place, year))
        .filter(({ start, end }) => end >= from && start <= to)
      const shown = all.filter(({ type }) => wanted.includes(type))
      const name = library.countries[place.country] ?? place.country
      const head = `Holidays of ${placeText(name, library.regions(place.country), place)}, ${isoDate(from)} to ${isoDate(to)}:`
      const rest = all.length - shown.length
      const tail =
        rest > 0 ? [`(${rest} of other kinds are left out; name them in \`types\`: ${types.join(', ')}.)`] : []
      const lines = shown.length > 0 ? shown.map(lineOf) : ['none.']
      return toolOutput({
        text: [head, ...lines, ...tail].join('\n'),
        data: { country: place.country, holidays: shown.map(dataOf) },
      })
    },
  }) as Tool
}

type When = { readonly year?: number | undefined; readonly from?: string | undefined; readonly to?: string | undefined }
type Here = { readonly today: Day; readonly now: HintNow; readonly country: string | undefined }

async function spanOf({ year, from, to }: When, here: Here): Promise<{ readonly from: Day; readonly to: Day }> {
  if (from === undefined && to === undefined) {
    const shown = year ?? partsOf(here.today).year
    return { from: startOfMonth(shown, 1), to: startOfMonth(shown + 1, 1) - 1 }
  }
  if (year !== undefined) throw new GyreError('argument-invalid', 'Give either `year`, or `from` and `to`.')
  const first = from === undefined ? here.today : (await resolveHint({ ...here, text: from, field: 'from' })).start
  const last = to === undefined ? first + 365 : (await resolveHint({ ...here, text: to, field: 'to' })).end
  if (last >= first && last - first <= longestDays) return { from: first, to: last }
  throw new GyreError(
    'argument-invalid',
    `\`to\` (${isoDate(last)}) is on or after \`from\` (${isoDate(first)}), and at most three years after it.`,
  )
}

function placeText(country: string, regions: Readonly<Record<string, string>>, { region }: Place): string {
  return region ? `${regions[region] ?? region}, ${country}` : country
}

function lineOf({ start, end, name, type, isPartOfDay }: HolidayDate): string {
  const until = end > start ? ` to ${isoDate(end)}` : ''
  return `${isoDate(start)}${until} ${weekdayName(start).slice(0, 3)} ${name} (${type}${isPartOfDay ? ', part of the day' : ''})`
}

function dataOf({ start, end, name, type }: HolidayDate) {
  return { name, type, start: isoDate(start), end: isoDate(end), days: end - start + 1 }
}
