/**
 * Free rooms: the dates of each stay first, where they are not known, then what is free on them; where nothing is, the
 * nearest dates that the tool names.
 */
import type { JsonObject, ToolSpec } from '@gyre/core'
import { toolTaking } from '../reading/offered-tools.ts'
import type { WaveResult, WaveResults } from '../reading/wave-results.ts'
import type { When } from '../stays/date-phrase.ts'
import { housesId, placedRequest } from '../stays/placed-request.ts'
import { type Asked, obstacles, stayAnswer } from '../stays/stay-answer.ts'
import { impossible, type Nights, nightsOf, otherNights, roomsId } from '../stays/stay-nights.ts'
import type { Stay, StayRequest } from '../stays/stay-request.ts'
import type { Errand, NextCalls, Scene, WaveCall } from './errand.ts'

export function stayErrand(request: StayRequest, today: string): Errand {
  const asked = (results: WaveResults): Asked => ({ ...placedRequest(request, results), results, today })
  return {
    next: (scene) => nextCalls(asked(scene.results), scene),
    answer: (results) => (isBegun(request, results) ? stayAnswer(asked(results)) : undefined),
  }
}

function isBegun({ stays }: StayRequest, results: WaveResults): boolean {
  return results.has(housesId) || stays.some((stay) => results.has(stay.id) || results.has(roomsId(stay)))
}

/** The tool that knows what is free: by its arguments, whatever its name is. */
function availabilityTool(tools: readonly ToolSpec[]): ToolSpec | undefined {
  return toolTaking(tools, /./, ['check_in', 'check_out'])
}

const question =
  'For which dates is the room? Say days such as `January 17-19`, a holiday such as `Hanukkah`, or a hint such as `next weekend`.'
const placeQuestion = 'In which of them shall I look?'

type Aimed = { readonly call: WaveCall; readonly aim: string }

function nextCalls(asked: Asked, scene: Scene): NextCalls {
  const { request, today, nowhere } = asked
  const tool = availabilityTool(scene.tools)
  if (!tool) return { calls: [], aims: [] }
  if (nowhere !== undefined) return missing('hotel', `${obstacles(asked)} ${placeQuestion}`)
  const houses = houseCalls(asked, scene)
  const isWaiting = houses.length > 0 || scene.pending.has(housesId)
  const rooms = { tool, args: guestArgs(request, tool), isWaiting }
  const aimed = [...houses, ...request.stays.flatMap((stay) => callsFor(stay, rooms, { ...scene, today }))]
  if (aimed.length === 0 && scene.pending.size === 0 && !isAnswered(asked)) {
    return missing('dates', [obstacles(asked), question].filter((text) => text !== '').join('\n'))
  }
  return { calls: aimed.map(({ call }) => call), aims: aimed.map(({ aim }) => aim), slots: slotsOf(asked) }
}

function missing(name: string, text: string): NextCalls {
  return { calls: [], aims: [], missing: [{ name, question: text }] }
}

function isAnswered({ request, results }: Asked): boolean {
  return request.stays.some((stay) => results.has(roomsId(stay)))
}

/** Which hotels there are, where that tells what words mean. With one plan there is no time for it. */
function houseCalls({ needsHouses }: Asked, { tools, pending, isAtOnce }: Scene): readonly Aimed[] {
  const tool = needsHouses && !isAtOnce && !pending.has(housesId) ? toolTaking(tools, /propert/i, []) : undefined
  return tool ? [{ call: { id: housesId, tool: tool.name, args: {} }, aim: 'which hotels there are' }] : []
}

function slotsOf({ request: { stays, adults, children }, results, today }: Asked): JsonObject {
  const known = stays.map((stay) => {
    const nights = nightsOf(stay, results, today)
    return { said: stay.words, ...(nights && { check_in: nights.start, check_out: nights.end }) }
  })
  return { stays: known, ...(adults !== undefined && { adults }), ...(children !== undefined && { children }) }
}

/** What the tool takes of what is known of guests and room. */
function guestArgs({ adults, children, wishes }: StayRequest, { input }: ToolSpec): JsonObject {
  const properties = (input['properties'] ?? {}) as JsonObject
  const given = Object.entries({ adults, children, ...wishes }).filter(
    ([name, value]) => value !== undefined && Object.hasOwn(properties, name),
  )
  return Object.fromEntries(given) as JsonObject
}

type Rooms = {
  readonly tool: ToolSpec
  readonly args: JsonObject
  /** In which hotel is not known yet. */
  readonly isWaiting: boolean
}
type Dated = Scene & { readonly today: string }

function callsFor(stay: Stay, rooms: Rooms, scene: Dated): readonly Aimed[] {
  const { results, pending, isAtOnce, today } = scene
  const nights = nightsOf(stay, results, today)
  if (nights) return rooms.isWaiting || impossible(nights, today) ? [] : roomCalls(stay, rooms, nights, scene)
  const dates = dateCalls(stay, scene)
  const isComing = dates.length > 0 ? isAtOnce : pending.has(stay.id)
  if (!isComing || rooms.isWaiting) return dates
  return results.has(roomsId(stay)) ? [] : [...dates, ...referringCalls(stay, rooms, scene)]
}

/** What is free; and where nothing is, what is free near it. */
function roomCalls(stay: Stay, { tool, args }: Rooms, nights: Nights, scene: Dated): readonly Aimed[] {
  const { results, pending } = scene
  const { words } = stay
  const rooms = roomsId(stay)
  const asked = (name: string, { start, end }: Nights): readonly Aimed[] => [
    {
      call: { id: name, tool: tool.name, args: { check_in: start, check_out: end, ...args } },
      aim: `what is free ${name === rooms ? '' : 'instead '}from ${start} to ${end} (${words})`,
    },
  ]
  const found = results.get(rooms)
  if (!found) return pending.has(rooms) ? [] : asked(rooms, nights)
  const other = found.status === 'empty' ? otherNights(found.text) : undefined
  return other && !results.has(`${rooms}-instead`) && !pending.has(`${rooms}-instead`)
    ? asked(`${rooms}-instead`, other)
    : []
}

/** The tool that knows the dates; where it does not, the other one. */
function dateCalls({ id, when }: Stay, { tools, results, pending }: Scene): readonly Aimed[] {
  if (when.kind === 'days' || pending.has(id)) return []
  const words = when.kind === 'hint' ? when.text : when.name
  const [first, second] = lookUpsOf(when, tools)
  const isSecond = !first || hasNoDate(results.get(id))
  const next = isSecond ? second : first
  const name = isSecond && first ? `${id}-hint` : id
  if (!next || results.has(name) || pending.has(name)) return []
  return [{ call: { id: name, ...next }, aim: `the dates of ${words}` }]
}

type LookUp = Omit<WaveCall, 'id'> | undefined

/** A holiday may be a hint after all. */
function lookUpsOf(when: Exclude<When, { kind: 'days' }>, tools: readonly ToolSpec[]): readonly [LookUp, LookUp] {
  const hint = (text: string) => dateCall(tools, /hint|date/i, { text })
  if (when.kind === 'hint') return [hint(when.text), undefined]
  const { name, year } = when
  if (year === undefined) return [dateCall(tools, /holiday/i, { name }), hint(name)]
  return [dateCall(tools, /holiday/i, { name, year }), hint(`${name} ${year}`)]
}

function dateCall(tools: readonly ToolSpec[], name: RegExp, args: JsonObject): LookUp {
  const tool = toolTaking(tools, name, Object.keys(args))
  return tool && { tool: tool.name, args }
}

function hasNoDate(result: WaveResult | undefined): boolean {
  return result !== undefined && result.status !== 'ok'
}

/** The rooms on dates that are on their way, by reference to them. */
function referringCalls(stay: Stay, { tool, args }: Rooms, { tools }: Scene): readonly Aimed[] {
  const { id, words, nights } = stay
  const start = { $ref: `${id}.start` }
  const rooms = (end: JsonObject) => ({
    call: { id: roomsId(stay), tool: tool.name, args: { check_in: start, check_out: end, ...args } },
    aim: `what is free then (${words})`,
  })
  if (nights === undefined) return [rooms({ $ref: `${id}.end` })]
  const add = toolTaking(tools, /add/i, ['date', 'days'])
  if (!add) return []
  const leave = { id: `leave-${id}`, tool: add.name, args: { date: start, days: nights } }
  return [{ call: leave, aim: `the day of leaving (${words})` }, rooms({ $ref: `leave-${id}.date` })]
}
