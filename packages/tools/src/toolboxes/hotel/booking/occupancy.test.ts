import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayOf, isoDate, weekdayOf } from '../../calendar/dates/day.ts'
import { properties } from '../properties/properties.ts'
import { rates } from '../properties/rates.ts'
import { alternativesTo } from './alternatives.ts'
import { roomsLeft, whyFull } from './occupancy.ts'
import { offersFor, type Request } from './offers.ts'
import { readStay } from './stay.ts'

const night = fc.integer({ min: dayOf(1900, 1, 1) ?? 0, max: dayOf(2200, 12, 31) ?? 0 })
const property = fc.constantFrom(...properties)

const request = (start: number, nights: number, adults = 2): Request => ({
  stay: { start, end: start + nights },
  party: { adults, children: 0 },
  rate: rates.FLEX,
  roomType: undefined,
  board: undefined,
})

describe('rooms that are left', () => {
  it('are the same whenever they are counted, and never more than there are', () => {
    fc.assert(
      fc.property(property, night, (where, day) => {
        for (const room of where.rooms) {
          const left = roomsLeft(where, room, day)
          expect(left).toBe(roomsLeft(where, room, day))
          expect(left).toBeGreaterThanOrEqual(0)
          expect(left).toBeLessThanOrEqual(room.count)
        }
      }),
    )
  })

  it('are none on full nights alone, of rooms that there are several of', () => {
    fc.assert(
      fc.property(property, night, (where, day) => {
        for (const room of where.rooms.filter(({ count }) => count > 1)) {
          expect(roomsLeft(where, room, day) === 0).toBe(whyFull(where, day) !== undefined)
        }
      }),
    )
  })

  it('differ from night to night and from room to room', () => {
    const [first, second] = properties
    const days = Array.from({ length: 28 }, (_, at) => (dayOf(2027, 2, 1) ?? 0) + at)
    const lefts = [first, second].map((where) =>
      days.map((day) => where?.rooms[1] && roomsLeft(where, where.rooms[1], day)),
    )
    expect(new Set(lefts[0]).size).toBeGreaterThan(2)
    expect(lefts[0]).not.toEqual(lefts[1])
  })
})

describe('full nights', () => {
  it('of all hotels are three from the second Tuesday of October on', () => {
    const full = (year: number) =>
      Array.from({ length: 366 }, (_, at) => (dayOf(year, 1, 1) ?? 0) + at).filter((day) =>
        properties.every((where) => whyFull(where, day) !== undefined),
      )
    expect(full(2026).map(isoDate)).toEqual(['2026-10-13', '2026-10-14', '2026-10-15'])
    expect(full(2030).map(isoDate)).toEqual(['2030-10-08', '2030-10-09', '2030-10-10'])
  })

  it('never leave a weekend without a room for two or three', () => {
    fc.assert(
      fc.property(night, fc.constantFrom(2, 3), (day, adults) => {
        const saturday = day + ((6 - weekdayOf(day) + 7) % 7)
        expect(offersFor(request(saturday - 1, 2, adults), properties)).not.toEqual([])
        expect(offersFor(request(saturday, 2, adults), properties)).not.toEqual([])
      }),
    )
  })

  it('never fall on the days from 20 November to 20 January', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1900, max: 2200 }), fc.integer({ min: 0, max: 59 }), (year, at) => {
        expect(offersFor(request((dayOf(year, 11, 20) ?? 0) + at, 2), properties)).not.toEqual([])
      }),
    )
  })
})

describe('alternatives', () => {
  const choice = { properties, all: properties, earliest: Number.NEGATIVE_INFINITY }

  it('are free, near and no longer than what was asked for', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1900, max: 2200 }), fc.integer({ min: 1, max: 20 }), (year, nights) => {
        const [fair = 0] = Array.from({ length: 31 }, (_, at) => (dayOf(year, 10, 1) ?? 0) + at).filter((day) =>
          properties.every((where) => whyFull(where, day) !== undefined),
        )
        const asked = request(fair, nights)
        const found = alternativesTo(asked, choice)
        expect(offersFor(asked, properties)).toEqual([])
        expect(found.length).toBeGreaterThan(0)
        for (const { stay } of found) {
          expect(offersFor({ ...asked, stay }, properties)).not.toEqual([])
          expect(stay.end - stay.start).toBeLessThanOrEqual(nights)
          expect(stay.start).toBeGreaterThanOrEqual(fair - 3)
          expect(stay.end).toBeLessThanOrEqual(fair + nights + 3)
        }
      }),
    )
  })
})

describe('a stay', () => {
  it('is read back from the dates it is written with', () => {
    fc.assert(
      fc.property(night, fc.integer({ min: 1, max: 60 }), (start, nights) => {
        expect(readStay(isoDate(start), isoDate(start + nights))).toEqual({ start, end: start + nights })
      }),
    )
  })

  it('is refused when it is longer, or ends before it begins', () => {
    fc.assert(
      fc.property(night, fc.integer({ min: -400, max: 400 }), (start, nights) => {
        const isFine = nights >= 1 && nights <= 60
        const read = () => readStay(isoDate(start), isoDate(start + nights))
        if (isFine) expect(read).not.toThrow()
        else expect(read).toThrow(nights < 1 ? 'must be after' : 'at most 60')
      }),
    )
  })
})
