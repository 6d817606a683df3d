/**
 * Dates of other calendars as days of ours. Node knows the Hebrew, the Islamic and the Persian one by exact rules; its
 * Chinese one misses new moons near midnight, so that one is left to the holiday library.
 */
import { type Day, startOfMonth } from '../dates/day.ts'

export type LunarCalendar = 'hebrew' | 'islamic-umalqura' | 'persian'

const years = new Map<string, ReadonlyMap<string, readonly Day[]>>()

/** The days of our year on which that calendar shows this month and day: one, two, or none. */
export function lunarDates(calendar: LunarCalendar, month: string, day: number, year: number): readonly Day[] {
  const key = `${calendar} ${year}`
  let table = years.get(key)
  if (!table) {
    table = tableOf(calendar, year)
    // A few decades are kept; who asks for more has each year counted again.
    if (years.size > 200) years.clear()
    years.set(key, table)
  }
  return table.get(`${month} ${day}`) ?? []
}

function tableOf(calendar: LunarCalendar, year: number): ReadonlyMap<string, readonly Day[]> {
  const format = new Intl.DateTimeFormat(`en-u-ca-${calendar}-nu-latn`, {
    timeZone: 'UTC',
    month: 'numeric',
    day: 'numeric',
  })
  const table = new Map<string, Day[]>()
  for (let day = startOfMonth(year, 1); day < startOfMonth(year + 1, 1); day += 1) {
    const shown: Record<string, string> = {}
    for (const { type, value } of format.formatToParts(day * 86_400_000 + 43_200_000)) shown[type] = value
    const key = `${shown['month']} ${shown['day']}`
    table.set(key, [...(table.get(key) ?? []), day])
  }
  return table
}
