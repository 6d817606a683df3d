/** What `gyre run` is asked for, with the model and the tools of the place. */
import { GyreError, type JsonSchema, type Session, type StartOptions, type TaskInput, type Tool } from '@gyre/core'
import { fittingTools } from '../../wiring/fitting-tools.ts'
import type { CommandCall } from '../command.ts'
import type { Place } from '../place.ts'
import { nearest } from '../suggestion.ts'
import { readTypedStart, type TypedStart } from './typed-start.ts'

export type SessionRequest = {
  readonly task: TaskInput
  readonly loop: string | undefined
  readonly persona: string | undefined
  readonly start: StartOptions
}

/** Everything but what only the store knows is found wrong here. */
export async function readRequest(call: CommandCall, place: Place): Promise<SessionRequest> {
  const typed = await readTypedStart(call, '`gyre run` needs a goal: gyre run "What is 17 * 6 + 14?"')
  const { goal, output, loop, persona } = typed
  const task = { goal, ...(output && { output: output as JsonSchema }) }
  return { task, loop, persona, start: await startOf(typed, place) }
}

/** A persona brings its own model and tools; what is named here goes before them. */
async function startOf(typed: TypedStart, place: Place): Promise<StartOptions> {
  const { goal: _goal, output: _output, loop: _loop, persona, model, tools: patterns, ...given } = typed
  const hasOwnTools = persona !== undefined && patterns === undefined
  return {
    ...given,
    ...(model !== undefined && { model: await place.model(model) }),
    ...(!hasOwnTools && { tools: await chosenTools(place, patterns) }),
  }
}

/** The tools whose names fit one of the patterns: `web.*,calculator`. */
export async function chosenTools(place: Place, patterns: readonly string[] | undefined): Promise<readonly Tool[]> {
  const { fitting, useless } = fittingTools(await place.tools(patterns), patterns)
  if (useless !== undefined) throw noTool(useless, await place.tools())
  return fitting
}

function noTool(pattern: string, tools: readonly Tool[]): GyreError {
  const names = tools.map(({ name }) => name)
  const meant = nearest(pattern, names)
  const hint = meant ? `Did you mean \`${meant}\`?` : `There are ${names.join(', ')}.`
  return new GyreError('tool-unknown', `No tool fits \`${pattern}\`. ${hint}`, { tool: pattern, known: names })
}

export function startSession(place: Place, { task, loop, persona, start }: SessionRequest): Promise<Session> {
  const { runtime } = place
  if (persona === undefined) return runtime.start(loop ?? place.defaultLoop, task, start)
  return runtime.startAs(persona, task, start)
}
