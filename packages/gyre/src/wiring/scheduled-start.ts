/** What a schedule starts: kept with it, and done by whichever worker is told that it is due. */
import {
  GyreError,
  type Json,
  type JsonObject,
  type JsonSchema,
  type Runtime,
  type Session,
  type StartOptions,
  type Tool,
} from '@gyre/core'
import { z } from 'zod'
import { fittingTools } from './fitting-tools.ts'

const object = z.custom<JsonObject>((value) => typeof value === 'object' && value !== null && !Array.isArray(value))

/** Models and tools stand by their names. Strict: to leave out what is not known here would start something else. */
const startSchema = z.strictObject({
  goal: z.string(),
  output: object.exactOptional(),
  loop: z.string().nullable(),
  persona: z.string().nullable(),
  model: z.string().exactOptional(),
  tools: z.array(z.string()).exactOptional(),
  config: object.exactOptional(),
  budget: object.exactOptional(),
  instructions: z.string().exactOptional(),
  thread: z.string().exactOptional(),
  deliver: z.array(z.string()).exactOptional(),
  strict: z.boolean().exactOptional(),
  priority: z.number().exactOptional(),
})

/** With neither a loop nor a persona it is the usual loop of that time. */
export type ScheduledStart = z.infer<typeof startSchema>

/** With whose it is, and what they call it. */
export type Scheduled = { readonly owner: string; readonly name: string; readonly start: ScheduledStart }

/** Undefined when it was written by a Gyre that writes it otherwise. */
export function scheduledStart(value: Json): ScheduledStart | undefined {
  return startSchema.safeParse(value).data
}

export type StartPlace = {
  readonly runtime: Runtime
  readonly defaultLoop: string
  /** With patterns, at least those that fit one. */
  tools(patterns?: readonly string[]): Promise<readonly Tool[]>
}

/** Fails as starting it would. */
export async function checkScheduled(place: StartPlace, scheduled: Scheduled): Promise<void> {
  const { loop, persona } = scheduled.start
  const options = await optionsOf(place, scheduled)
  const what = persona === null ? { loop: loop ?? place.defaultLoop } : { persona }
  await place.runtime.as(scheduled.owner).check({ ...what, task: taskOf(scheduled), options })
}

/** It is its owner's, and waits for a worker like any other. */
export async function startScheduled(place: StartPlace, scheduled: Scheduled): Promise<Session> {
  const { loop, persona } = scheduled.start
  const options = await optionsOf(place, scheduled)
  const runtime = place.runtime.as(scheduled.owner)
  if (persona !== null) return runtime.startAs(persona, taskOf(scheduled), options)
  return runtime.start(loop ?? place.defaultLoop, taskOf(scheduled), options)
}

function taskOf({ start: { goal, output } }: Scheduled) {
  return { goal, ...(output && { output: output as JsonSchema }) }
}

async function optionsOf(place: StartPlace, { name, start }: Scheduled): Promise<StartOptions> {
  const { goal: _goal, output: _output, loop: _loop, persona, tools: patterns, ...given } = start
  // A persona brings its tools; a loop has those there are.
  const tools = persona !== null && patterns === undefined ? undefined : await toolsOf(place, patterns)
  return { ...given, ...(tools && { tools }), by: `schedule:${name}`, queue: true }
}

async function toolsOf(place: StartPlace, patterns: readonly string[] | undefined): Promise<readonly Tool[]> {
  const { fitting, useless } = fittingTools(await place.tools(patterns), patterns)
  if (useless === undefined) return fitting
  throw new GyreError('tool-unknown', `No tool fits \`${useless}\`.`, { tool: useless })
}
