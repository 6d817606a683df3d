/** Which rooms are free, and what else would be. */
import { defineTool, type Tool, toolOutput } from '@gyre/core'
import { z } from 'zod'
import { isoDate } from '../../calendar/dates/day.ts'
import { counted } from '../../calendar/dates/spoken-date.ts'
import { type Alternative, alternativesTo } from '../booking/alternatives.ts'
import { whyFull } from '../booking/occupancy.ts'
import { isMeant, isMeantType, type Offer, offersFor, type Request } from '../booking/offers.ts'
import { partyText } from '../booking/price.ts'
import { nightsOf, readStay, refused, refusePassed, stayText } from '../booking/stay.ts'
import { boards, type Property, type PropertySource } from '../properties/property.ts'
import { rates } from '../properties/rates.ts'
import {
  adultsField,
  checkInField,
  checkOutField,
  childrenField,
  chosenProperties,
  propertyField,
  rateCodeField,
  roomTypeField,
} from './fields.ts'

const description =
  'Tells which hotel rooms are free from check_in to check_out, with prices in EUR for the whole stay, the cheapest first. ' +
  'Dates must be known: turn holidays and hints into dates first. One call is for the guests of one room. When nothing is free it says why, and which stays near it are.'

const input = z.object({
  check_in: checkInField,
  check_out: checkOutField,
  adults: adultsField,
  children: childrenField,
  property: propertyField,
  room_type: roomTypeField,
  board_filter: z.enum(boards).optional().describe('Only offers with this board.'),
  rate_code: rateCodeField,
})

type Input = z.infer<typeof input>

export function getAvailabilityTool(source: PropertySource): Tool {
  return defineTool({
    name: 'pms.get_availability',
    description,
    input,
    effect: 'pure',
    trusted: true,
    run: async (asked, context) => {
      const all = await source()
      const properties = chosenProperties(all, asked.property)
      const request = requestOf(asked, properties)
      const today = Math.floor(context.now() / dayMs)
      refusePassed(request.stay, today)
      const offers = offersFor(request, properties)
      const earliest = Math.min(today, request.stay.start)
      const alternatives = offers.length > 0 ? [] : alternativesTo(request, { properties, all, earliest })
      const why = offers.length > 0 ? [] : reasons(request, properties)
      const note =
        request.stay.start < today ? `Mind: ${isoDate(request.stay.start)} has passed by the clock of UTC.` : undefined
      const lines = offers.length > 0 ? offerLines(request, offers) : emptyLines(request, why, alternatives)
      return toolOutput({
        text: [...lines, ...(note ? [note] : [])].join('\n'),
        data: {
          ...requestData(request),
          count: offers.length,
          offers: offers.map((offer) => offerData(offer, request)),
          ...(offers.length === 0 && { why, alternatives: alternatives.map(alternativeData) }),
          ...(note && { note }),
        },
      })
    },
  }) as Tool
}

const dayMs = 86_400_000

function requestOf(asked: Input, properties: readonly Property[]): Request {
  const { adults, children, room_type: roomType, board_filter: board, rate_code: code } = asked
  const stay = readStay(asked.check_in, asked.check_out)
  const request = { stay, party: { adults, children }, rate: rates[code], roomType, board }
  refuseShort(request)
  refuseLarge(request, properties)
  return request
}

function refuseShort({ stay, rate }: Request): void {
  const nights = stay.end - stay.start
  if (nights >= rate.leastNights) return
  const why = `\`rate_code\` ${rate.rateCode} is for ${rate.leastNights} nights or more, and this stay has ${nights}`
  throw refused(`${why}; leave it out, or take FLEX or SAVER.`)
}

/** Guests for whom no room is large enough are no question of dates. */
function refuseLarge(request: Request, properties: readonly Property[]): void {
  const { roomType, party } = request
  const ofKind = properties.flatMap(({ rooms }) => rooms.filter((room) => isMeantType(room, roomType)))
  if (ofKind.some((room) => isMeant(room, request))) return
  const where = properties.map(({ name }) => name).join(', ')
  if (ofKind.length === 0)
    throw refused(`There is no \`${roomType}\` at ${where}; leave out \`room_type\` or \`property\`.`)
  const adults = Math.max(...ofKind.map(({ mostAdults }) => mostAdults))
  const guests = Math.max(...ofKind.map(({ mostGuests }) => mostGuests))
  const largest = `the largest take ${counted(guests, 'guest')}, at most ${counted(adults, 'adult')} among them`
  const instead = roomType === undefined ? '' : ', or leave out `room_type`'
  throw refused(
    `No ${roomType ?? 'room'} takes ${partyText(party)}: ${largest}. Ask for each room with its own guests${instead}.`,
  )
}

/** Why nothing is free, by property. */
function reasons(request: Request, properties: readonly Property[]): readonly string[] {
  return properties.map((property) => `${property.name}: ${reasonOf(request, property)}`)
}

function reasonOf(request: Request, property: Property): string {
  const night = nightsOf(request.stay).find((each) => whyFull(property, each) !== undefined)
  if (night !== undefined) return `full in the night of ${isoDate(night)}, for ${whyFull(property, night)}`
  if (!property.rooms.some((room) => isMeant(room, request))) return 'no such room for these guests'
  if (request.board !== undefined && !property.boards[request.board]) return `serves no ${request.board}`
  return 'the rooms of this kind are taken'
}

function requestData({ stay, party, rate }: Request) {
  return {
    check_in: isoDate(stay.start),
    check_out: isoDate(stay.end),
    nights: stay.end - stay.start,
    ...party,
    rate_code: rate.rateCode,
    currency: 'EUR',
  }
}

function offerData({ property, room, roomsLeft, perNight, boards: prices }: Offer, { rate }: Request) {
  const [{ board, total }] = prices
  return {
    property: property.id,
    property_name: property.name,
    town: property.town,
    room_type: room.type,
    room_name: room.name,
    rooms_left: roomsLeft,
    board,
    total,
    per_night: perNight,
    refundable: rate.refundable,
    boards: prices.map((price) => ({ ...price })),
  }
}

function alternativeData({ change, stay, offers }: Alternative) {
  return {
    change,
    check_in: isoDate(stay.start),
    check_out: isoDate(stay.end),
    nights: stay.end - stay.start,
    count: offers.length,
    from_total: offers[0].boards[0].total,
  }
}

function offerLines({ stay, party, rate }: Request, offers: readonly Offer[]): readonly string[] {
  const head = `${stayText(stay)}, ${partyText(party)}: ${counted(offers.length, 'offer')}, EUR for the whole stay, rate ${rate.rateCode} (${rate.name}).`
  return [head, ...offers.map(offerLine)]
}

function offerLine({ property, room, roomsLeft, boards: prices }: Offer): string {
  const said = prices.map(({ board, total }) => `${total.toFixed(2)} ${boardNames[board]}`)
  return `- ${property.name}, ${property.town} (${property.id}): ${room.name} (${room.type}): ${said.join(', ')}; ${roomsLeft} left`
}

const boardNames = {
  room_only: 'room only',
  breakfast: 'with breakfast',
  half_board: 'with half board',
} as const satisfies Readonly<Record<(typeof boards)[number], string>>

function emptyLines(
  { stay, party }: Request,
  why: readonly string[],
  alternatives: readonly Alternative[],
): readonly string[] {
  const head = `Nothing is free: ${stayText(stay)}, ${partyText(party)}.`
  const near =
    alternatives.length > 0
      ? ['Free instead:', ...alternatives.map(alternativeLine)]
      : ['Nothing is free up to three days earlier or later, nor for a shorter stay; ask for other dates.']
  return [head, ...why.map((reason) => `- ${reason}`), ...near]
}

function alternativeLine({ change, stay, offers }: Alternative): string {
  return `- ${stayText(stay)}, ${change}: ${counted(offers.length, 'offer')} from ${offers[0].boards[0].total.toFixed(2)} EUR`
}
