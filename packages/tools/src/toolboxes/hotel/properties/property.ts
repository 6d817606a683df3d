/** What a hotel has to sell. Everything is plain data: what is free, and for how much, is counted from it. */

export const roomTypes = ['single', 'double', 'family', 'suite'] as const
export type RoomType = (typeof roomTypes)[number]

export const boards = ['room_only', 'breakfast', 'half_board'] as const
export type Board = (typeof boards)[number]

export const rateCodes = ['FLEX', 'SAVER', 'LONG'] as const
export type RateCode = (typeof rateCodes)[number]

export type Season = 'low' | 'mid' | 'high'

/** Months and days of every year, both ends included: `06-15`. The first is not after the second. */
export type YearlyDates = { readonly from: string; readonly to: string }

export type Room = {
  readonly type: RoomType
  readonly name: string
  /** How many of them there are. */
  readonly count: number
  readonly mostAdults: number
  /** Adults and children together. */
  readonly mostGuests: number
  /** EUR for a night, whoever sleeps in it. */
  readonly price: Readonly<Record<Season, number>>
}

/** Nights on which nothing is free, whatever the year. */
export type FullNights = { readonly why: string } & (
  | { readonly every: YearlyDates }
  /** So many nights from the nth such weekday of a month on; 1 is Monday. */
  | { readonly month: number; readonly nth: number; readonly weekday: number; readonly nights: number }
)

/** A hotel: its rooms, prices and rules. */
export type Property = {
  readonly id: string
  readonly name: string
  readonly town: string
  readonly about: string
  readonly checkInFrom: string
  readonly checkOutUntil: string
  readonly rooms: readonly Room[]
  /** EUR for a night, by who eats; what is not served is left out. */
  readonly boards: Readonly<Partial<Record<Board, { readonly adult: number; readonly child: number }>>>
  readonly full: readonly FullNights[]
}

export type Rate = {
  readonly rateCode: RateCode
  readonly name: string
  /** Percent off the price of the room. */
  readonly off: number
  readonly leastNights: number
  readonly refundable: boolean
}

/** Read when a tool is first called. */
export type PropertySource = () => Promise<readonly Property[]>
