/**
 * How many rooms are free in a night. There are no bookings: what is taken follows from the room and the date alone,
 * so it is the same on every machine and by every clock.
 *
 * Chance never takes the last room of a kind that there are several of. A property is full on the nights its data name.
 */
import { type Day, partsOf, startOfMonth, weekdayFrom, weekdayOf } from '../../calendar/dates/day.ts'
import type { FullNights, Property, Room, Season } from '../properties/property.ts'
import { isWithin, seasonOf } from '../properties/seasons.ts'

/** The share of rooms that is taken at least. */
const demand: Readonly<Record<Season, number>> = { low: 0.2, mid: 0.4, high: 0.55 }
const weekendDemand = 0.15
const chance = 0.4

export function roomsLeft(property: Property, room: Room, night: Day): number {
  if (whyFull(property, night) !== undefined) return 0
  const isWeekend = weekdayOf(night) === 5 || weekdayOf(night) === 6
  const drawn = chance * fractionOf(`${property.id}/${room.type}/${night}`)
  const share = demand[seasonOf(night)] + (isWeekend ? weekendDemand : 0) + drawn
  const least = room.count > 1 ? 1 : 0
  return Math.max(least, room.count - Math.floor(room.count * share))
}

/** Why nothing is free there in this night; undefined on most nights. */
export function whyFull({ full }: Property, night: Day): string | undefined {
  return full.find((each) => isFull(each, night))?.why
}

function isFull(nights: FullNights, night: Day): boolean {
  if ('every' in nights) return isWithin(nights.every, night)
  const first = firstOf(nights, partsOf(night).year)
  return night >= first && night < first + nights.nights
}

type Counted = Exclude<FullNights, { readonly every: unknown }>

function firstOf({ month, nth, weekday }: Counted, year: number): Day {
  return weekdayFrom(startOfMonth(year, month), weekday) + 7 * (nth - 1)
}

/** FNV-1a over a text, as a number from 0 up to 1: no randomness, only spread. */
function fractionOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  // Dates that follow each other differ in their last digit: the end of the text must reach all bits.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32
}
