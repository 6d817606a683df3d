/** What a stay costs, in EUR. */
import type { Board, Property, Rate, Room } from '../properties/property.ts'
import { seasonOf } from '../properties/seasons.ts'
import { nightsOf, type Stay } from './stay.ts'

export type Party = { readonly adults: number; readonly children: number }

/** The board is for each guest, and no rate takes anything off it. Undefined where it is not served. */
export function priceOf(
  property: Property,
  room: Room,
  {
    stay,
    party,
    board,
    rate,
  }: { readonly stay: Stay; readonly party: Party; readonly board: Board; readonly rate: Rate },
): number | undefined {
  const meals = property.boards[board]
  if (!meals) return undefined
  const nights = nightsOf(stay)
  const rooms = nights.reduce((sum, night) => sum + room.price[seasonOf(night)], 0)
  const eaten = nights.length * (party.adults * meals.adult + party.children * meals.child)
  return cents(rooms * (1 - rate.off / 100) + eaten)
}

export function cents(amount: number): number {
  return Math.round(amount * 100) / 100
}

/** `2 adults`, `2 adults and 1 child`. */
export function partyText({ adults, children }: Party): string {
  const grown = `${adults} ${adults === 1 ? 'adult' : 'adults'}`
  return children === 0 ? grown : `${grown} and ${children} ${children === 1 ? 'child' : 'children'}`
}
