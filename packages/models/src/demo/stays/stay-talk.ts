/**
 * A request for rooms that is said in several texts: `one night in Hanukkah`, then `and for three people?`. What is said
 * later goes before what was said earlier, and what it does not speak of stays.
 */
import { ofNights, readStayRequest, type Stay, type StayRequest } from './stay-request.ts'

export type StayTalk = {
  /** What was asked and answered before, the oldest first. */
  readonly earlier: readonly string[]
  readonly task: string
  /** What people added to the task. */
  readonly said: readonly string[]
  /** `2026-01-01`. */
  readonly today: string
}

/** Undefined when the task asks for something else. */
export function readStayTalk({ earlier, task, said, today }: StayTalk): StayRequest | undefined {
  const before = earlier.reduce<StayRequest | undefined>(
    (known, text) => turnOf(text, today, known) ?? known,
    undefined,
  )
  const asked = turnOf(task, today, before)
  return said.reduce<StayRequest | undefined>((known, text) => addedTo(known, text, today), asked)
}

const goesOn = /^(?:and|or|also|but|what about|how about|what if|instead)\b/i
const changes = /^(?:with|without|for|same|the same|then|ok|okay|make it)\b/i

/** A turn of a conversation: one with dates and wishes of its own begins anew, unless it goes on from the last. */
function turnOf(text: string, today: string, known: StayRequest | undefined): StayRequest | undefined {
  const isMore = known !== undefined && goesOn.test(text.trim())
  const request = readStayRequest(plainEnd(text), today, isMore || (known !== undefined && changes.test(text.trim())))
  if (!request || !known) return request
  if (request.stays.length === 0 || isMore) return merged(known, request)
  // Dates alone: for the same guests. How long they stay hangs on the dates.
  return isBare(request) ? { ...merged(known, request), stays: request.stays } : request
}

function isBare({ adults, children, wishes, unread, place }: StayRequest): boolean {
  return [adults, children, place, ...Object.values(wishes), ...unread].every((each) => each === undefined)
}

/** `and also next weekend` adds a stay; other dates are those that are meant instead. */
function addedTo(known: StayRequest | undefined, text: string, today: string): StayRequest | undefined {
  const request = readStayRequest(plainEnd(text), today, known !== undefined)
  if (!request || !known) return request ?? known
  const both = merged(known, request)
  const isMore = /^(?:and|also|plus)\b/i.test(text.trim()) && request.stays.length > 0
  return isMore ? { ...both, stays: [...known.stays, ...request.stays] } : both
}

/** The stays of the later one, if it has any; else those of the earlier one, for as many nights as are said now. */
function merged(known: StayRequest, request: StayRequest): StayRequest {
  const { nights } = request
  const isNew = request.stays.length > 0
  const inherited = nights === undefined ? known.stays : known.stays.map((stay) => ofNights(stay, nights))
  const hasGuests = request.adults !== undefined || request.children !== undefined
  const { adults, children } = hasGuests ? request : known
  // Another town is another hotel.
  const { property, ...wishes } = known.wishes
  const family = hasGuests ? request.family : known.family
  return {
    ...request,
    stays: isNew ? request.stays.map((stay) => withNights(stay, known)) : inherited,
    nights: nights ?? known.nights,
    adults,
    children,
    ...(family !== undefined && { family }),
    wishes: {
      ...wishes,
      ...(request.place === undefined && property !== undefined && { property }),
      ...request.wishes,
    },
    names: [...known.names, ...known.unread, known.place ?? '', ...(isNew ? known.stays.map(nameOf) : [])].filter(
      (name) => name !== '',
    ),
    before: (isNew ? [known.stays, ...known.before] : known.before).slice(0, mostBefore),
    isBooking: request.isBooking || known.isBooking,
  }
}

/** `two nights` were wanted, whenever that is. */
function withNights(stay: Stay, { stays, nights }: StayRequest): Stay {
  const wanted = nights ?? (stays.length === 1 ? stays[0]?.nights : undefined)
  const isOpen = stay.nights === undefined && !isRange(stay.when)
  return isOpen && wanted !== undefined && wanted > 0 ? ofNights(stay, wanted) : stay
}

/** Both ends are said. */
function isRange(when: Stay['when']): boolean {
  if (when.kind === 'days') return when.start !== when.end
  return when.kind === 'hint' && /\b(?:to|until|till|through|and)\b|\d ?[-–] ?\d/.test(when.text)
}

function nameOf({ when }: Stay): string {
  return when.kind === 'holiday' ? when.name : ''
}

/** Farther back nobody looks. */
const mostBefore = 8

function plainEnd(text: string): string {
  return text.trim().replace(/[.?!]+$/, '')
}
