/** The holidays that countries keep by law or custom, from the library that collects them. */
import { loadLibrary } from '../../../library.ts'
import type { DateSpan } from '../dates/date-span.ts'
import { type Day, readIsoDate } from '../dates/day.ts'

/** A country, or a part of one. */
export type Place = { readonly country: string; readonly region?: string | undefined }

/** A rule of a country's calendar, with its names in all languages it is given in. */
export type HolidayRule = { readonly rule: string; readonly name: string; readonly names: readonly string[] }

export type HolidayType = 'public' | 'bank' | 'school' | 'optional' | 'observance'

export type HolidayDate = DateSpan & {
  readonly name: string
  readonly type: HolidayType
  readonly rule: string
  /** The day off for one that falls on a weekend. */
  readonly isSubstitute: boolean
  /** Only hours of its day: nobody is off the whole day. */
  readonly isPartOfDay: boolean
  readonly fromEvening: boolean
}

export type HolidayLibrary = {
  readonly countries: Readonly<Record<string, string>>
  regions(country: string): Readonly<Record<string, string>>
  rules(place: Place): readonly HolidayRule[]
  dates(place: Place, year: number): readonly HolidayDate[]
  /** The days of a year by a rule of the library's own. */
  datesByRule(rule: string, year: number): readonly Day[]
}

type Holidays = InstanceType<typeof import('date-holidays')['default']>
type Holiday = ReturnType<Holidays['getHolidays']>[number]
type RawRule = { readonly rule: string; readonly name?: Readonly<Record<string, string>> | string }

let loading: Promise<HolidayLibrary> | undefined

export function holidayLibrary(): Promise<HolidayLibrary> {
  loading ??= open().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function open(): Promise<HolidayLibrary> {
  const { default: Library } = await loadLibrary('calendar', () => import('date-holidays'))
  const root = new Library()
  const opened = new Map<string, Holidays>()
  const openPlace = ({ country, region }: Place): Holidays => {
    const key = `${country} ${region ?? ''}`
    const known = opened.get(key)
    if (known) return known
    const holidays = new Library({ country, ...(region && { state: region }) }, { languages: 'en' })
    if (opened.size >= 32) opened.clear()
    opened.set(key, holidays)
    return holidays
  }
  return {
    countries: root.getCountries('en'),
    regions: (country) => root.getStates(country, 'en') ?? {},
    rules: (place) => rulesOf(openPlace(place)),
    dates: (place, year) => datesOf(openPlace(place), year),
    datesByRule: (rule, year) => {
      const holidays = new Library()
      holidays.setHoliday(rule, { name: { en: rule }, type: 'public' })
      return datesOf(holidays, year).map(({ start }) => start)
    },
  }
}

function rulesOf(holidays: Holidays): readonly HolidayRule[] {
  return (holidays.getRules() as unknown as readonly RawRule[]).flatMap(({ rule, name }) => {
    const names = typeof name === 'string' ? { en: name } : (name ?? {})
    const all = Object.values(names)
    const shown = names['en'] ?? all[0]
    return shown === undefined || rule.startsWith('substitutes') ? [] : [{ rule, name: shown, names: all }]
  })
}

function datesOf(holidays: Holidays, year: number): readonly HolidayDate[] {
  if (year < 1900 || year > 2200) return []
  return holidays.getHolidays(year).flatMap((holiday) => dateOf(holiday))
}

const hour = 3_600_000

/** Jewish holidays begin on the evening before, wherever they are kept. */
const hebrewMonth = /\b(?:Tishrei|Cheshvan|Kislev|Tevet|Shvat|Adar|AdarII|Nisan|Iyyar|Sivan|Tamuz|Av|Elul)\b/

/** `date` is the first day, though `start` may be the evening before: `2026-12-05 00:00:00 -0600`. */
function dateOf(holiday: Holiday): readonly HolidayDate[] {
  const start = readIsoDate(holiday.date.slice(0, 10))
  if (start === undefined) return []
  const hours = (holiday.end.getTime() - holiday.start.getTime()) / hour
  const days = Math.max(1, Math.round(hours / 24))
  return [
    {
      start,
      end: start + days - 1,
      name: holiday.name,
      type: holiday.type,
      rule: holiday.rule,
      isSubstitute: holiday.substitute === true,
      isPartOfDay: hours < 22,
      fromEvening: hebrewMonth.test(holiday.rule),
    },
  ]
}
