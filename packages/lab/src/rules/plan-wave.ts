/** The next wave of calls: for all parts that can be asked now, or for all there are, with references to results. */
import type { Json, JsonObject } from '@gyre/core'
import type { Decision, PlannedCall, Reading } from '@gyre/models/demo'
import type { Odds } from '../simulation/odds.ts'
import type { Course, Values } from '../tasks/course.ts'
import { callOf, readEnquiry } from '../tasks/enquiry.ts'
import { registerTool } from '../world/facts.ts'
import { nameOf } from '../world/names.ts'
import { calledValues, callId, conversationOf, partOfCall } from './call-results.ts'
import type { Play } from './play.ts'
import { courseIn, hasProperties, readyParts } from './seen.ts'
import { callSlip, spoiltAt } from './use-tools.ts'

export const planWave: Play = {
  name: 'plan-wave',
  takes: 'plan',
  decide(reading) {
    const course = hasProperties(reading, 'status', 'tools') ? courseIn(reading) : undefined
    return course && written(foreseen(course, reading, true))
  },
  err(decision, reading, odds) {
    const course = courseIn(reading)
    if (!course) return decision
    const isGuess = runningIds(reading).length > 0
    const isAhead = odds.happensToTask('ahead', odds.competence.ahead)
    const wave = foreseen(course, reading, isAhead)
    if (!isGuess) return written({ ...wave, calls: misplanned(course, wave, odds).map(slipped(reading, odds)) })
    const isHit = odds.happens('guess', odds.competence.guess)
    const calls = isHit ? wave.calls : wave.calls.map((call, at) => ({ ...call, ...spoiltAt(call, at, odds) }))
    return written({ ...wave, calls })
  },
}

type WaveCall = PlannedCall & { readonly part: number }

type Wave = {
  readonly calls: readonly WaveCall[]
  /** Nothing is left to plan behind them. */
  readonly isLast: boolean
  /** What stands for a result that is not there yet. */
  reference(part: number): Json
}

function written({ calls, isLast }: Wave): Decision {
  const tools = calls.map(({ part, tool, input }) => ({ id: callId(part), tool, args: input }))
  const status = isLast || calls.length === 0 ? 'done' : 'continue'
  return { kind: 'value', thought: '', value: { status, action: 'I look it up.', tools, reasoning } }
}

/** It stands behind the calls, as in the form of the plan. */
const reasoning = 'What comes next hangs on what is found out here.'

/** Those that are running, when the wave behind them is asked for. */
function runningIds({ questions }: Reading): readonly string[] {
  return [...(questions[0]?.text ?? '').matchAll(/^- `(p\d+[^`]*)`: /gm)].map(([, id = '']) => id)
}

/** `isAhead` says that calls may refer to results that are not there yet; behind calls that run they always may. */
function foreseen(course: Course, reading: Reading, isAhead: boolean): Wave {
  const values = calledValues(course, conversationOf(reading))
  const running = new Map(runningIds(reading).map((id) => [partOfCall(id), id]))
  const planned = new Set<number>()
  const reference = (part: number): Json => ({ $ref: `${running.get(part) ?? callId(part)}.${fieldOf(course, part)}` })
  const isThere = (part: number) => values[part] !== undefined || running.has(part) || (isAhead && planned.has(part))
  const parts = running.size > 0 ? behind(course, values, running) : isAhead ? all(course) : readyParts(course, values)
  const calls: WaveCall[] = []
  for (const part of parts) {
    const call = course.needs(part).every(isThere) ? referring(course, part, { values, reading, reference }) : undefined
    if (!call || values[part] !== undefined) continue
    planned.add(part)
    calls.push({ ...call, part })
  }
  return { calls, reference, isLast: all(course).every((part) => values[part] !== undefined || planned.has(part)) }
}

function all({ length }: Course): readonly number[] {
  return Array.from({ length }, (_, part) => part)
}

/** The parts that can be asked when those that run have ended. */
function behind(course: Course, values: Values, running: ReadonlyMap<number, string>): readonly number[] {
  const later = all(course).map((part) => values[part] ?? (running.has(part) ? '' : undefined))
  return readyParts(course, later)
}

/** The key of a result's data under which the value stands. */
function fieldOf(course: Course, part: number): string {
  const kind = readEnquiry(course.question(part, standIn))?.kind
  return kind === 'gate' || kind === 'door' ? 'word' : 'name'
}

/** A name in the place of one that is not known yet. */
function standIn(part: number): string {
  return nameOf(part)
}

type Known = { readonly values: Values; readonly reading: Reading; reference(part: number): Json }

/** The call for a part; undefined when no tool finds it out, or its arguments cannot refer to what is not known. */
function referring(course: Course, part: number, { values, reading, reference }: Known): PlannedCall | undefined {
  const enquiry = readEnquiry(course.question(part, (other) => values[other] ?? standIn(other)))
  const call = enquiry && callOf(enquiry, offers(reading))
  const open = course.needs(part).filter((need) => values[need] === undefined)
  if (!call || open.length === 0) return call
  const [need = 0] = open
  const input = withReference(call.input, standIn(need), reference(need))
  return input && { tool: call.tool, input }
}

/** Arguments with a reference in the place of the name that stands for it; undefined when none of them is that name. */
function withReference(input: JsonObject, name: string, reference: Json): JsonObject | undefined {
  const entries = Object.entries(input)
  if (!entries.some(([, value]) => value === name)) return undefined
  return Object.fromEntries(entries.map(([key, value]) => [key, value === name ? reference : value])) as JsonObject
}

/** The list of tools stands in the first message; later it is known by what was called. */
function offers({ material: { tools }, questions }: Reading): (tool: string) => boolean {
  if (tools !== undefined) return (tool) => `\n${tools}`.includes(`\n- ${tool}: `)
  const hasRegister = questions.some(({ text }) => text.includes(` of ${registerTool}`))
  return (tool) => (tool === registerTool ? hasRegister : tool !== 'search' || !hasRegister)
}

/** A plan that is made at once and does not foresee what is needed asks for something else. */
function misplanned(course: Course, { calls, reference }: Wave, odds: Odds): readonly WaveCall[] {
  const wrong = course.misplanned?.(odds.share('misplanned'))
  if (!wrong || calls.length < course.length || !odds.happens('plan', 1 - odds.competence.pi)) return calls
  const enquiry = readEnquiry(wrong.question(standIn))
  return calls.map((call) => {
    const other = call.part === wrong.part && enquiry ? callOf(enquiry, (tool) => tool === call.tool) : undefined
    // The gate is chosen call by call.
    if (!other || other.tool === 'try_gate') return call
    const [need = 0] = course.needs(call.part)
    return { ...call, input: withReference(other.input, standIn(need), reference(need)) ?? other.input }
  })
}

function slipped(reading: Reading, odds: Odds): (call: WaveCall, at: number) => WaveCall {
  return (call, at) =>
    odds.happens(`call ${at}`, callSlip(call, reading, odds)) ? { ...call, ...spoiltAt(call, at, odds) } : call
}
