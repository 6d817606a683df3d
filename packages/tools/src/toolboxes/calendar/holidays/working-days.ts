/** Days on which people work: not on the weekend of their country, nor on its public holidays. */
import type { Day } from '../dates/day.ts'
import { partsOf, weekdayOf } from '../dates/day.ts'
import { findPlace } from './countries.ts'
import { holidayLibrary } from './holiday-library.ts'

export type WorkingCalendar = {
  isWorkingDay(day: Day): boolean
  /** The public holiday that makes a day free which otherwise were none. */
  holidayOn(day: Day): string | undefined
  /** `Saturday and Sunday are free` as numbers of weekdays. */
  readonly weekend: readonly number[]
  readonly country: string | undefined
}

const saturdayAndSunday = [6, 7]

/** Without a country nobody knows holidays: all days but Saturdays and Sundays are working days. */
export async function workingCalendar(
  country: string | undefined,
  region: string | undefined,
): Promise<WorkingCalendar> {
  if (!country) return calendarOf(saturdayAndSunday, () => undefined, undefined)
  const library = await holidayLibrary()
  const place = findPlace(library, country, region)
  const years = new Map<number, ReadonlyMap<Day, string>>()
  const holidayOn = (day: Day) => {
    const { year } = partsOf(day)
    let holidays = years.get(year)
    if (!holidays) {
      // A stretch of days may have begun in the year before.
      const dates = [year - 1, year].flatMap((one) => library.dates(place, one))
      const free = dates.filter(({ type, isPartOfDay }) => type === 'public' && !isPartOfDay)
      holidays = new Map(free.flatMap(({ start, end, name }) => daysOf(start, end).map((one) => [one, name] as const)))
      years.set(year, holidays)
    }
    return holidays.get(day)
  }
  return calendarOf(weekendOf(place.country), holidayOn, place.country)
}

function calendarOf(
  weekend: readonly number[],
  holidayOn: (day: Day) => string | undefined,
  country: string | undefined,
): WorkingCalendar {
  const isWeekend = (day: Day) => weekend.includes(weekdayOf(day))
  return {
    weekend,
    country,
    holidayOn: (day) => (isWeekend(day) ? undefined : holidayOn(day)),
    isWorkingDay: (day) => !isWeekend(day) && holidayOn(day) === undefined,
  }
}

type WithWeekInfo = Intl.Locale & { getWeekInfo?(): { readonly weekend: readonly number[] } }

function weekendOf(country: string): readonly number[] {
  const locale: WithWeekInfo = new Intl.Locale(`und-${country}`)
  return locale.getWeekInfo?.().weekend ?? saturdayAndSunday
}

function daysOf(start: Day, end: Day): readonly Day[] {
  return Array.from({ length: end - start + 1 }, (_, index) => start + index)
}
