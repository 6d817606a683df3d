/** Three small hotels that exist nowhere but here. */
import type { FullNights, Property } from './property.ts'

/** Never on a weekend, in the holidays of winter or in January: nights that people ask for all the time are for sale. */
const bookFair: FullNights = { why: 'the book fair', month: 10, nth: 2, weekday: 2, nights: 3 }

const harbourHouse: Property = {
  id: 'harbour-house',
  name: 'Harbour House',
  town: 'Lindhaven',
  about: 'A brick house on the quay, three minutes from the ferry. Lift, bicycles, no parking.',
  checkInFrom: '15:00',
  checkOutUntil: '11:00',
  rooms: [
    {
      type: 'single',
      name: 'Single to the yard',
      count: 4,
      mostAdults: 1,
      mostGuests: 1,
      price: { low: 64, mid: 78, high: 96 },
    },
    {
      type: 'double',
      name: 'Double with a view of the harbour',
      count: 8,
      mostAdults: 2,
      mostGuests: 3,
      price: { low: 98, mid: 124, high: 159 },
    },
    {
      type: 'suite',
      name: 'Captain’s suite',
      count: 1,
      mostAdults: 2,
      mostGuests: 4,
      price: { low: 189, mid: 229, high: 289 },
    },
  ],
  boards: { room_only: { adult: 0, child: 0 }, breakfast: { adult: 14, child: 7 } },
  full: [bookFair, { why: 'the regatta', every: { from: '07-01', to: '07-07' } }],
}

const pineLodge: Property = {
  id: 'pine-lodge',
  name: 'Pine Lodge',
  town: 'Upper Aldern',
  about: 'A wooden lodge at the edge of the forest with a sauna. Parking, dogs welcome, ski bus at the door.',
  checkInFrom: '16:00',
  checkOutUntil: '10:30',
  rooms: [
    {
      type: 'double',
      name: 'Double with balcony',
      count: 6,
      mostAdults: 2,
      mostGuests: 3,
      price: { low: 92, mid: 108, high: 142 },
    },
    {
      type: 'family',
      name: 'Family room with bunk beds',
      count: 4,
      mostAdults: 4,
      mostGuests: 5,
      price: { low: 139, mid: 164, high: 214 },
    },
  ],
  boards: {
    room_only: { adult: 0, child: 0 },
    breakfast: { adult: 16, child: 8 },
    half_board: { adult: 38, child: 19 },
  },
  full: [bookFair, { why: 'repairs of the lodge', every: { from: '11-05', to: '11-20' } }],
}

const oldMill: Property = {
  id: 'old-mill',
  name: 'The Old Mill',
  town: 'Marrow Bridge',
  about: 'A quiet mill on the river with a kitchen of its own. Parking, garden, no lift.',
  checkInFrom: '14:00',
  checkOutUntil: '11:00',
  rooms: [
    {
      type: 'single',
      name: 'Single under the roof',
      count: 2,
      mostAdults: 1,
      mostGuests: 1,
      price: { low: 58, mid: 69, high: 84 },
    },
    {
      type: 'double',
      name: 'Double by the river',
      count: 5,
      mostAdults: 2,
      mostGuests: 2,
      price: { low: 86, mid: 102, high: 131 },
    },
    {
      type: 'family',
      name: 'Mill loft',
      count: 2,
      mostAdults: 3,
      mostGuests: 5,
      price: { low: 128, mid: 149, high: 188 },
    },
    {
      type: 'suite',
      name: 'Miller’s suite',
      count: 1,
      mostAdults: 2,
      mostGuests: 3,
      price: { low: 168, mid: 198, high: 248 },
    },
  ],
  boards: { breakfast: { adult: 15, child: 7 }, half_board: { adult: 41, child: 20 } },
  full: [bookFair],
}

export const properties: readonly Property[] = [harbourHouse, pineLodge, oldMill]
