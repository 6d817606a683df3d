/** A request whose words are held against the hotels there are: `book Harbour House`, `a room in Lindhaven`. */
import type { WaveResults } from '../reading/wave-results.ts'
import { type House, housesIn, housesNamed, withoutHouses } from './houses.ts'
import { roomsId } from './stay-nights.ts'
import { looksLikeName, namesHouse, type Stay, type StayRequest } from './stay-request.ts'

/** The id of the call that lists the hotels. */
export const housesId = 'houses'

export type PlacedRequest = {
  readonly request: StayRequest
  /** Which hotels there are has to be known first. */
  readonly needsHouses: boolean
  readonly houses: readonly House[]
  /** Several that are meant: the tool is asked for one or for all. */
  readonly several: readonly House[]
  /** Where no hotel is, as it is told. */
  readonly nowhere: string | undefined
}

export function placedRequest(request: StayRequest, results: WaveResults): PlacedRequest {
  const houses = housesIn(results.get(housesId))
  if (houses) return placedAmong(houses, request)
  const needsHouses = !results.has(housesId) && (mayNameHouse(request) || hasFailedName(request, results))
  return { request, needsHouses, houses: [], several: [], nowhere: undefined }
}

/** Words that nobody understood, as names are written. */
function mayNameHouse({ unread, names, place }: StayRequest): boolean {
  return place !== undefined || [...unread, ...names].some((words) => /\p{Lu}/u.test(words) || looksLikeName(words))
}

/** What was taken for a holiday or for the name of a hotel is none. */
function hasFailedName({ stays, house }: StayRequest, results: WaveResults): boolean {
  const hasFailed = (id: string) => (results.get(id)?.status ?? 'ok') !== 'ok'
  const isNoHouse = (stay: Stay) => /\bno property\b/i.test(results.get(roomsId(stay))?.text ?? '')
  return stays.some(
    (stay) => (stay.when.kind === 'holiday' && hasFailed(stay.id)) || (house !== undefined && isNoHouse(stay)),
  )
}

function placedAmong(houses: readonly House[], request: StayRequest): PlacedRequest {
  const { stays, before, unread, wishes } = request
  const namedBy = (words: string) => housesNamed(words, houses)
  const isHouse = (stay: Stay) => namedBy(nameOf(stay)).length > 0
  const timesOf = (each: readonly Stay[]) => each.filter((stay) => !isHouse(stay))
  const found = meantHouses(request, namedBy)
  const { property, ...others } = wishes
  const chosen = found.length > 0 ? (found.length === 1 ? found[0]?.id : undefined) : property
  const strange = found.length > 0 ? undefined : strangeName(request)
  // The rooms may have been asked for before the hotel was known.
  const isHere = chosen !== property && !mayNameHouse(request)
  const times = [stays, ...before].map(timesOf).find((each) => each.length > 0) ?? []
  const left = unread
    .map((words) => withoutHouses(words, found))
    .filter((words) => words !== '' && words !== strange?.name)
  return {
    request: {
      ...request,
      stays: staysAt(times, stays.find(isHouse)?.nights, isHere),
      unread: left,
      wishes: { ...others, ...(chosen !== undefined && { property: chosen }) },
    },
    needsHouses: false,
    houses,
    several: found.length > 1 ? found : [],
    nowhere: strange?.where,
  }
}

/** Those that the newest words name. */
function meantHouses(request: StayRequest, namedBy: (words: string) => readonly House[]): readonly House[] {
  const { stays, unread, house = '', place = '', names, wishes } = request
  const now = [house, place, ...unread, ...stays.map(nameOf)].flatMap(namedBy)
  if (now.length > 0 || wishes['property'] !== undefined) return [...new Set(now)]
  return names.map(namedBy).findLast((each) => each.length > 0) ?? []
}

/** A hotel or a town that was named, and that is none of ours. */
function strangeName({
  house,
  unread,
  place,
}: StayRequest): { readonly name: string; readonly where: string } | undefined {
  const name = house ?? unread.find(namesHouse)
  if (name !== undefined) return { name, where: `called “${name}”` }
  return place === undefined ? undefined : { name: place, where: `in ${place}` }
}

function nameOf({ when }: Stay): string {
  return when.kind === 'holiday' ? when.name : ''
}

/** `2 nights in Lindhaven, next weekend`: the nights are those of the weekend. */
function staysAt(stays: readonly Stay[], nights: number | undefined, isHere: boolean): readonly Stay[] {
  return stays.map((stay) => {
    const timed = nights !== undefined && stay.nights === undefined ? { ...stay, nights } : stay
    return isHere ? { ...timed, isHere } : timed
  })
}
