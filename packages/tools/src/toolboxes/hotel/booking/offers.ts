/** What can be had for a stay: rooms that are free in every night, with what they cost. */
import { type Board, boards, type Property, type Rate, type Room, type RoomType } from '../properties/property.ts'
import { roomsLeft } from './occupancy.ts'
import { cents, type Party, priceOf } from './price.ts'
import { nightsOf, type Stay } from './stay.ts'

export type Request = {
  readonly stay: Stay
  readonly party: Party
  readonly rate: Rate
  readonly roomType: RoomType | undefined
  readonly board: Board | undefined
}

export type BoardPrice = { readonly board: Board; readonly total: number }

export type Offer = {
  readonly property: Property
  readonly room: Room
  readonly roomsLeft: number
  readonly perNight: number
  /** The cheapest first, and at least one. */
  readonly boards: readonly [BoardPrice, ...BoardPrice[]]
}

/** The cheapest first; none when nothing is free. */
export function offersFor(request: Request, properties: readonly Property[]): readonly Offer[] {
  const offers = properties.flatMap((property) =>
    property.rooms.flatMap((room) => (isMeant(room, request) ? offerOf(property, room, request) : [])),
  )
  return offers.sort((a, b) => a.boards[0].total - b.boards[0].total || (key(a) < key(b) ? -1 : 1))
}

/** Whether the guests have room in it, and it is of the kind that is wanted. */
export function isMeant(
  room: Room,
  { party: { adults, children }, roomType }: Pick<Request, 'party' | 'roomType'>,
): boolean {
  const fits = adults <= room.mostAdults && adults + children <= room.mostGuests
  return fits && isMeantType(room, roomType)
}

export function isMeantType(room: Room, type: RoomType | undefined): boolean {
  return type === undefined || room.type === type
}

function offerOf(property: Property, room: Room, request: Request): readonly Offer[] {
  const left = Math.min(...nightsOf(request.stay).map((night) => roomsLeft(property, room, night)))
  if (left === 0) return []
  const prices = boards
    .filter((board) => request.board === undefined || board === request.board)
    .flatMap((board): readonly BoardPrice[] => {
      const total = priceOf(property, room, { ...request, board })
      return total === undefined ? [] : [{ board, total }]
    })
    .sort((a, b) => a.total - b.total)
  const [first, ...rest] = prices
  if (!first) return []
  const perNight = cents(first.total / (request.stay.end - request.stay.start))
  return [{ property, room, roomsLeft: left, perNight, boards: [first, ...rest] }]
}

function key({ property, room }: Offer): string {
  return `${property.id}/${room.type}`
}
