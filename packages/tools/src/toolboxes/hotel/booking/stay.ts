/** A stay: nights from a first day to the day of leaving. */
import { GyreError } from '@gyre/core'
import { type Day, daysInMonth, isoDate, nextDate, partsOf, readIsoDate } from '../../calendar/dates/day.ts'
import { counted, monthNames } from '../../calendar/dates/spoken-date.ts'

const mostNights = 60

/** The night of `end` is not part of it. */
export type Stay = { readonly start: Day; readonly end: Day }

/** Fails with what is wrong with the dates and what to write instead. */
export function readStay(checkIn: string, checkOut: string): Stay {
  const start = readDate('check_in', checkIn)
  const end = readDate('check_out', checkOut)
  if (end <= start) {
    const why = `\`check_out\` (${isoDate(end)}) must be after \`check_in\` (${isoDate(start)})`
    throw refused(`${why}; for one night write check_out ${isoDate(start + 1)}.`)
  }
  if (end - start > mostNights) {
    const why = `The stay has ${counted(end - start, 'night')}, and at most ${mostNights} can be asked for at once`
    throw refused(
      `${why}; ask for a part of it, such as check_out ${isoDate(start + mostNights)}, and then for the rest.`,
    )
  }
  return { start, end }
}

/** Nobody arrives in the past; west of Greenwich it may still be yesterday. */
export function refusePassed({ start }: Stay, today: Day): void {
  if (start >= today - 1) return
  const { month, day } = partsOf(start)
  const next = nextDate(month, day, today)
  const instead = next === undefined ? '' : `; the next such date is ${isoDate(next)}`
  const why = `\`check_in\` (${isoDate(start)}) has passed: today is ${isoDate(today)}`
  throw refused(`${why}. Ask for a day from today on${instead}.`)
}

export function nightsOf({ start, end }: Stay): readonly Day[] {
  return Array.from({ length: end - start }, (_, at) => start + at)
}

/** `2026-12-04 to 2026-12-05 (1 night)`. */
export function stayText({ start, end }: Stay): string {
  return `${isoDate(start)} to ${isoDate(end)} (${counted(end - start, 'night')})`
}

export function refused(message: string): GyreError {
  return new GyreError('argument-invalid', message)
}

function readDate(field: string, text: string): Day {
  const day = readIsoDate(text)
  if (day !== undefined) return day
  const shown = text.length > 40 ? `${text.slice(0, 39)}…` : text
  throw refused(`\`${field}\`: \`${shown}\` ${faultOf(text)}`)
}

function faultOf(text: string): string {
  const [, year, month] = /^(\d{4})-(\d{1,2})-\d{1,2}$/.exec(text.trim()) ?? []
  if (year === undefined || !(Number(month) >= 1 && Number(month) <= 12)) {
    return 'is no date such as 2026-11-15; turn words into dates with `calendar.resolve_date_hint` or `calendar.resolve_holiday` first.'
  }
  if (Number(year) < 1) return 'does not exist: years go from 1 to 9999.'
  const days = daysInMonth(Number(year), Number(month))
  return `does not exist: ${monthNames[Number(month) - 1]} ${year} has ${days} days.`
}
