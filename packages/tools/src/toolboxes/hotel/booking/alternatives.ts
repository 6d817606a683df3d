/** What is free near a stay for which nothing is. */
import type { Day } from '../../calendar/dates/day.ts'
import type { Property } from '../properties/property.ts'
import { type Offer, offersFor, type Request } from './offers.ts'
import type { Stay } from './stay.ts'

export type Alternative = {
  /** How it differs from what was asked for. */
  readonly change: string
  readonly stay: Stay
  readonly offers: readonly [Offer, ...Offer[]]
}

type Idea = { readonly change: string; readonly request: Request }

const farthestShift = 3

export type Choice = {
  /** Where it was looked for. */
  readonly properties: readonly Property[]
  readonly all: readonly Property[]
  /** No stay before this day is offered. */
  readonly earliest: Day
}

/** Free ones alone: up to three days earlier or later, the longest shorter stays, and fewer wishes. */
export function alternativesTo(request: Request, { properties, all, earliest }: Choice): readonly Alternative[] {
  const free = (ideas: readonly Idea[], where = properties) => ideas.flatMap((idea) => tried(idea, where, earliest))
  const isNarrow = properties.length < all.length
  return [
    ...free(shifted(request)),
    ...free(shortened(request, 'leaving earlier')).slice(0, 1),
    ...free(shortened(request, 'arriving later')).slice(0, 1),
    ...free(lessAsked(request)),
    ...free(isNarrow ? [{ change: 'without `property`', request }] : [], all),
  ]
}

function tried({ change, request }: Idea, properties: readonly Property[], earliest: Day): readonly Alternative[] {
  if (request.stay.start < earliest) return []
  const [first, ...rest] = offersFor(request, properties)
  return first ? [{ change, stay: request.stay, offers: [first, ...rest] }] : []
}

/** The nearest first. */
function shifted(request: Request): readonly Idea[] {
  const { start, end } = request.stay
  return Array.from({ length: farthestShift }, (_, at) => at + 1).flatMap((days) =>
    [-days, days].map((shift) => ({
      change: `${days} ${days === 1 ? 'day' : 'days'} ${shift < 0 ? 'earlier' : 'later'}`,
      request: { ...request, stay: { start: start + shift, end: end + shift } },
    })),
  )
}

/** The longest first. A rate for long stays is asked for no short one. */
function shortened(request: Request, side: 'leaving earlier' | 'arriving later'): readonly Idea[] {
  const { start, end } = request.stay
  const lengths = Array.from({ length: end - start - 1 }, (_, at) => end - start - 1 - at)
  return lengths
    .filter((nights) => nights >= request.rate.leastNights)
    .map((nights) => {
      const stay = side === 'leaving earlier' ? { start, end: start + nights } : { start: end - nights, end }
      return { change: `shorter, ${side}`, request: { ...request, stay } }
    })
}

/** The same nights without one of the wishes. */
function lessAsked(request: Request): readonly Idea[] {
  const { roomType, board } = request
  return [
    ...(roomType === undefined
      ? []
      : [{ change: 'without `room_type`', request: { ...request, roomType: undefined } }]),
    ...(board === undefined ? [] : [{ change: 'without `board_filter`', request: { ...request, board: undefined } }]),
  ]
}
