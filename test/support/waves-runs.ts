/** Runs of waves with a scripted model, as its tests look at them. */
import { defineTool, type Json, readMaterial, type StartOptions, type TaskInput, waves } from '@gyre/core'
import { modelOf, type ScriptedModel, says } from '@gyre/core/testing'
import { expect } from 'vitest'
import { z } from 'zod'
import { stepPaths, textsOf, type WorldOptions, world } from './kernel.ts'

export type Drafted = {
  readonly id: string
  readonly tool: string
  readonly args?: Json
  readonly needs?: readonly string[]
}

const written = (status: string, tools: readonly Drafted[]) =>
  says(JSON.stringify({ status, action: 'Look it up.', tools: tools.map((call) => ({ args: {}, ...call })) }))

/** Replies that are plans. */
export const goesOn = (...tools: readonly Drafted[]) => written('continue', tools)
export const done = (...tools: readonly Drafted[]) => written('done', tools)

export const goal = 'Is there a room for one night in Hanukkah?'

/** What the tools of a run were asked, in the order they began. */
export type Asked = { readonly tool: string; readonly input: Json }

/** The tools of a hotel, without any hotel. A `full` date has no rooms, and a holiday that is `unknown` fails. */
export function hotel() {
  const asked: Asked[] = []
  const holiday = defineTool({
    name: 'calendar.holiday',
    description: 'When a holiday is.',
    input: z.object({ name: z.string(), year: z.number().optional() }),
    effect: 'pure',
    run: (input) => {
      asked.push({ tool: 'calendar.holiday', input: input as Json })
      if (input.name === 'unknown') throw new Error('no such holiday')
      return { name: input.name, days: [{ start: '2026-12-04', end: '2026-12-05' }] }
    },
  })
  const rooms = defineTool({
    name: 'pms.rooms',
    description: 'Rooms that are free.',
    input: z.strictObject({ from: z.string(), to: z.string(), board: z.string().optional() }),
    effect: 'idempotent',
    run: (input) => {
      asked.push({ tool: 'pms.rooms', input: input as Json })
      return { from: input.from, rooms: input.board === 'full' ? [] : ['12', '14'] }
    },
  })
  const book = defineTool({
    name: 'pms.book',
    description: 'Books a room.',
    input: z.object({ room: z.string() }),
    run: (input) => {
      asked.push({ tool: 'pms.book', input: input as Json })
      return `Booked ${input.room}.`
    },
  })
  return { asked, holiday, rooms, book, tools: [holiday, rooms, book] as StartOptions['tools'] & object }
}

export const dates: Drafted = { id: 'dates', tool: 'calendar.holiday', args: { name: 'Hanukkah' } }
export const free: Drafted = { id: 'free', tool: 'pms.rooms', args: { from: '2026-12-04', to: '2026-12-05' } }
/** The same rooms, by reference. */
export const linked: Drafted = {
  id: 'free',
  tool: 'pms.rooms',
  args: { from: { $ref: 'dates.days[0].start' }, to: '$dates.days[0].end' },
}

/** A model that foresees nothing. */
export const guessless = () => modelOf(() => done(), { id: 'test/guessless' })

/** Starts a session and sees it to its end; a replay of it must be equal. */
export async function runWaves(
  model: ScriptedModel,
  options: StartOptions = {},
  task: TaskInput = goal,
  more: WorldOptions = {},
) {
  const { asked, tools } = hotel()
  const { runtime } = world({ loops: [waves], ...more })
  const models = { utility: guessless(), ...options.models }
  const session = await runtime.start(waves, task, { model, tools, ...options, models })
  const end = await session.outcome
  expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [], unused: [] })
  const paths = (await stepPaths(runtime, session.id)).filter((path) => !path.startsWith('ahead#'))
  return { runtime, session, end, asked, paths }
}

/** The parts of the newest message of a request that has any. */
export function given(model: ScriptedModel, request: number): Readonly<Record<string, string>> {
  const read = textsOf(model.requests[request]).map(readMaterial)
  return read.findLast((parts) => Object.keys(parts).length > 0) ?? {}
}
