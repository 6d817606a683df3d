/**
 * Free rooms: the dates of each stay first, where they are not known, then what is free on them; where nothing is, the
 * nearest dates that the tool names.
 */
import type { JsonObject, ToolSpec } from '@gyre/core'
import { toolTaking } from '../reading/offered-tools.ts'
import type { WaveResult, WaveResults } from '../reading/wave-results.ts'
import type { When } from '../stays/date-phrase.ts'
import { stayAnswer } from '../stays/stay-answer.ts'
import { type Nights, nightsOf, otherNights } from '../stays/stay-nights.ts'
import type { Stay, StayRequest } from '../stays/stay-request.ts'
import type { Errand, NextCalls, Scene, WaveCall } from './errand.ts'

export function stayErrand(request: StayRequest, today: string): Errand {
  return {
    next: (scene) => nextCalls(request, today, scene),
    answer: (results) => (isBegun(request, results) ? stayAnswer(request, results) : undefined),
  }
}

function isBegun({ stays }: StayRequest, results: WaveResults): boolean {
  return stays.some(({ id }) => results.has(id) || results.has(`rooms-${id}`))
}

/** The tool that knows what is free: by its arguments, whatever its name is. */
function availabilityTool(tools: readonly ToolSpec[]): ToolSpec | undefined {
  return toolTaking(tools, /./, ['check_in', 'check_out'])
}

const question =
  'For which dates is the room? Say days such as `January 17-19`, a holiday such as `Hanukkah`, or a hint such as `next weekend`.'

type Aimed = { readonly call: WaveCall; readonly aim: string }

function nextCalls(request: StayRequest, today: string, scene: Scene): NextCalls {
  const { stays, adults, children } = request
  const tool = availabilityTool(scene.tools)
  if (!tool) return { calls: [], aims: [] }
  if (stays.length === 0) return { calls: [], aims: [], missing: [{ name: 'dates', question }] }
  const rooms = { tool, args: guestArgs(request, tool) }
  const aimed = stays.flatMap((stay) => callsFor(stay, rooms, { ...scene, today }))
  const known = stays.flatMap(({ words, ...stay }) => {
    const nights = nightsOf({ words, ...stay }, scene.results, today)
    return nights ? [{ said: words, check_in: nights.start, check_out: nights.end }] : [{ said: words }]
  })
  const slots = { stays: known, ...(adults !== undefined && { adults }), ...(children !== undefined && { children }) }
  return { calls: aimed.map(({ call }) => call), aims: aimed.map(({ aim }) => aim), slots }
}

/** What the tool takes of what is known of guests and room. */
function guestArgs({ adults, children, wishes }: StayRequest, { input }: ToolSpec): JsonObject {
  const properties = (input['properties'] ?? {}) as JsonObject
  const given = Object.entries({ adults, children, ...wishes }).filter(
    ([name, value]) => value !== undefined && Object.hasOwn(properties, name),
  )
  return Object.fromEntries(given) as JsonObject
}

type Rooms = { readonly tool: ToolSpec; readonly args: JsonObject }
type Dated = Scene & { readonly today: string }

function callsFor(stay: Stay, rooms: Rooms, scene: Dated): readonly Aimed[] {
  const { results, pending, isAtOnce, today } = scene
  const id = `rooms-${stay.id}`
  const nights = nightsOf(stay, results, today)
  if (nights) return roomCalls(stay, rooms, nights, scene)
  const dates = dateCalls(stay, scene)
  const isComing = dates.length > 0 ? isAtOnce : pending.has(stay.id)
  if (!isComing) return dates
  return results.has(id) ? [] : [...dates, ...referringCalls(stay, rooms, scene)]
}

/** What is free; and where nothing is, what is free near it. */
function roomCalls({ id, words }: Stay, { tool, args }: Rooms, nights: Nights, scene: Dated): readonly Aimed[] {
  const { results, pending } = scene
  const rooms = `rooms-${id}`
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
function referringCalls({ id, words, nights }: Stay, { tool, args }: Rooms, { tools }: Scene): readonly Aimed[] {
  const start = { $ref: `${id}.start` }
  const rooms = (end: JsonObject) => ({
    call: { id: `rooms-${id}`, tool: tool.name, args: { check_in: start, check_out: end, ...args } },
    aim: `what is free then (${words})`,
  })
  if (nights === undefined) return [rooms({ $ref: `${id}.end` })]
  const add = toolTaking(tools, /add/i, ['date', 'days'])
  if (!add) return []
  const leave = { id: `leave-${id}`, tool: add.name, args: { date: start, days: nights } }
  return [{ call: leave, aim: `the day of leaving (${words})` }, rooms({ $ref: `leave-${id}.date` })]
}
