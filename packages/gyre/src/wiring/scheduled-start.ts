/** What a schedule starts: kept with it, and done by whichever worker is told that it is due. */
import type { Json, Runtime, Session, StartOptions, TaskInput, Tool } from '@gyre/core'
import { z } from 'zod'

const scheduledSchema = z.object({
  name: z.string(),
  owner: z.string(),
  goal: z.string(),
  loop: z.string().nullable(),
  persona: z.string().nullable(),
})

/** With neither a loop nor a persona it is the usual loop of that time. */
export type ScheduledStart = z.infer<typeof scheduledSchema>

/** Undefined when it was written by a Gyre that writes it otherwise. */
export function scheduledStart(value: Json): ScheduledStart | undefined {
  return scheduledSchema.safeParse(value).data
}

export type StartPlace = {
  readonly runtime: Runtime
  readonly defaultLoop: string
  tools(): Promise<readonly Tool[]>
}

/** Fails as starting it would. */
export async function checkScheduled(place: StartPlace, start: ScheduledStart): Promise<void> {
  const { task, options } = await wantedOf(place, start)
  const what = start.persona === null ? { loop: start.loop ?? place.defaultLoop } : { persona: start.persona }
  await place.runtime.as(start.owner).check({ ...what, task, options })
}

/** It waits for a worker like any other. */
export async function startScheduled(place: StartPlace, start: ScheduledStart): Promise<Session> {
  const { task, options } = await wantedOf(place, start)
  const runtime = place.runtime.as(start.owner)
  if (start.persona !== null) return runtime.startAs(start.persona, task, options)
  return runtime.start(start.loop ?? place.defaultLoop, task, options)
}

type Wanted = { readonly task: TaskInput; readonly options: StartOptions }

/** A persona brings its tools; a loop has those there are. */
async function wantedOf({ tools }: StartPlace, { name, goal, persona }: ScheduledStart): Promise<Wanted> {
  const given = persona === null ? { tools: await tools() } : {}
  return { task: { goal }, options: { ...given, by: `schedule:${name}`, queue: true } }
}
