/** A local date and time as a moment, with what is odd about it: hours that clocks skip or show twice. */
import { GyreError } from '@gyre/core'
import { type Day, isoDate } from '../dates/day.ts'
import type { TemporalLibrary } from './temporal.ts'
import { clockText, wallClock } from './wall-clock.ts'

export type LocalMoment = {
  /** In ms. */
  readonly instant: number
  /** A note when the clocks of that zone change there. */
  readonly note?: string
}

export function localMoment(temporal: TemporalLibrary, day: Day, time: string, zone: string): LocalMoment {
  const local = plainTime(temporal, day, time)
  const [first, last] = (['earlier', 'later'] as const).map(
    (disambiguation) => local.toZonedDateTime(zone, { disambiguation }).epochMilliseconds,
  )
  if (first === undefined || last === undefined || first === last) return { instant: first ?? 0 }
  // Where a whole day was skipped, both show the time that was asked for, but on other days.
  if (wallClock(first, zone).day === day && clockText(wallClock(first, zone)) === clockText(wallClock(last, zone))) {
    const offsets = [first, last].map((instant) => offsetAt(temporal, instant, zone))
    const note = `${time} came twice on ${isoDate(day)} in ${zone}, where clocks went back: first at ${offsets[0]}, then at ${offsets[1]}. The first is taken.`
    return { instant: first, note }
  }
  const note = `${time} did not exist on ${isoDate(day)} in ${zone}, where clocks went forward over it: ${shownAfter(last, day, zone)} is taken.`
  return { instant: last, note }
}

/** With the date when that is not the day that was asked for. */
function shownAfter(instant: number, day: Day, zone: string): string {
  const clock = wallClock(instant, zone)
  return clock.day === day ? clockText(clock) : `${clockText(clock)} on ${isoDate(clock.day)}`
}

function plainTime(temporal: TemporalLibrary, day: Day, time: string) {
  try {
    return temporal.PlainDateTime.from(`${isoDate(day)}T${time}`)
  } catch (error) {
    throw noTimeOfAClock(time, error)
  }
}

function noTimeOfAClock(time: string, cause: unknown): GyreError {
  const message = `\`${time.slice(0, 60)}\` is no time of a clock: write it like 15:00.`
  return new GyreError('argument-invalid', message, { cause })
}

function offsetAt(temporal: TemporalLibrary, instant: number, zone: string): string {
  return `UTC${temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).offset}`
}
