/** Easter Sunday, of the western and of the eastern churches. */
import { type Day, startOfMonth } from '../dates/day.ts'

/** The Sunday after the first full moon of spring, by the rules of the Gregorian calendar. */
export function westernEaster(year: number): Day {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const skippedLeapDays = Math.floor(century / 4)
  const moonCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - skippedLeapDays - moonCorrection + 15) % 30
  const leap = Math.floor((year % 100) / 4)
  const toSunday = (32 + 2 * (century % 4) + 2 * leap - epact - (year % 4)) % 7
  const correction = Math.floor((golden + 11 * epact + 22 * toSunday) / 451)
  return startOfMonth(year, 3) + 21 + epact + toSunday - 7 * correction
}

/** The same rule by the Julian calendar, as a day of ours. */
export function orthodoxEaster(year: number): Day {
  const epact = (19 * (year % 19) + 15) % 30
  const toSunday = (2 * (year % 4) + 4 * (year % 7) - epact + 34) % 7
  const julianDay = startOfMonth(year, 3) + 21 + epact + toSunday
  return julianDay + Math.floor(year / 100) - Math.floor(year / 400) - 2
}
