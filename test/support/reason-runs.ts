/** Runs of reason with a model that answers by path, as its tests look at them. */
import {
  defineTool,
  type Json,
  type ModelRequest,
  type Runtime,
  readMaterial,
  reason,
  type Session,
  type StartOptions,
  type TaskInput,
  type Tool,
} from '@gyre/core'
import { modelOf, type ScriptedModel, type ScriptedReply, says } from '@gyre/core/testing'
import { expect } from 'vitest'
import { z } from 'zod'
import { factsOfType, stepPaths, textsOf, type World, world } from './kernel.ts'

export type Drafted = {
  readonly id?: string
  readonly tool?: string
  readonly goal?: string
  readonly input?: Json
  readonly needs?: readonly string[]
}

export const goal = 'Find out when the ferry leaves.'

/** A tool that gives what it is told to, and is on the list of allowed ones. */
export const lookUp: Tool = defineTool({
  name: 'web.search',
  description: 'Searches the web.',
  input: z.object({ query: z.string() }),
  effect: 'pure',
  run: ({ query }) => (query.startsWith('fail') ? Promise.reject(new Error('no network')) : `Found ${query}.`),
}) as Tool

/** A step of a plan with that tool. */
export const step = (id: string, ...needs: readonly string[]) => ({
  id,
  tool: 'web.search',
  goal: `Look ${id} up.`,
  needs,
})

export const json = (value: Json) => says(JSON.stringify(value))

/** A reply that is a plan. */
export const plans = (...steps: readonly Drafted[]) => json({ steps: steps as Json, working_memory: 'Planned.' })

export const prepares = (query: string, memory?: string) =>
  json({ input: { query }, ...(memory !== undefined && { working_memory: memory }) })

/** A judgement of four equal ratings. */
export function rates(rating: number, more: { readonly facts?: readonly string[]; readonly memory?: string } = {}) {
  const { facts, memory } = more
  return json({
    relevance: rating,
    completeness: rating,
    usability: rating,
    goal_progress: rating,
    ...(facts && { facts }),
    ...(memory !== undefined && { working_memory: memory }),
  })
}

export const decides = (action: string, more: Readonly<Record<string, Json>> = {}) =>
  json({ action, confidence: 0.9, reason: `Because of ${action}.`, ...more })

type Turn = ScriptedReply | ((request: ModelRequest) => ScriptedReply | Promise<ScriptedReply>)

/** What is said at a path, or, for steps side by side, at the end of one; otherwise what the label usually gets. */
export type Script = Readonly<Record<string, Turn>>

const usual: Script = {
  plan: plans(step('1')),
  prepare: (request) => prepares(given(request)['step']?.replace(/^Look | up\.$/g, '') ?? ''),
  evaluate: rates(4),
  decide: decides('done'),
  compress: json({ compressed: 'Short.' }),
  summarise: says('It leaves at nine [1].'),
  'wrap-up': says('At nine, I think.'),
}

/** A model that answers by the path it is asked at. */
export function reasoning(script: Script = {}): ScriptedModel & { readonly paths: readonly string[] } {
  const paths: string[] = []
  const model = modelOf(async (request, { path }) => {
    paths.push(path)
    const label = /([\w-]+)#\d+$/.exec(path)?.[1] ?? ''
    const turn = script[path] ?? script[label] ?? usual[label]
    if (!turn) throw new Error(`Nothing is written for \`${path}\`.`)
    return typeof turn === 'function' ? turn(request) : turn
  })
  return Object.assign(model, { paths })
}

/** The parts of the newest message of a request that has any. */
export function given(request: ModelRequest | undefined): Readonly<Record<string, string>> {
  const read = textsOf(request).map(readMaterial)
  return read.findLast((parts) => Object.keys(parts).length > 0) ?? {}
}

/** The parts of what was asked at a path. */
export function givenAt(model: ReturnType<typeof reasoning>, path: string): Readonly<Record<string, string>> {
  return given(requestAt(model, path))
}

export function requestAt(model: ReturnType<typeof reasoning>, path: string): ModelRequest | undefined {
  return model.requests[model.paths.indexOf(path)]
}

export type Options = Omit<StartOptions, 'config'> & { readonly config?: Readonly<Record<string, unknown>> }

export async function startReason(
  model: ScriptedModel,
  options: Options = {},
  task: TaskInput = goal,
): Promise<World & { readonly session: Session }> {
  const all = world({ loops: [reason], models: () => model, tools: options.tools ?? [lookUp] })
  const session = await all.runtime.start(reason, task, { model, tools: [lookUp], ...options } as StartOptions)
  return { ...all, session }
}

/** Starts a session and sees it to its end; a replay of it must be equal. */
export async function runReason(model: ScriptedModel, options: Options = {}, task: TaskInput = goal) {
  const { runtime, session } = await startReason(model, options, task)
  const end = await session.outcome
  expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [], unused: [] })
  const details = end.details as unknown as Details
  return { runtime, session, end, details, paths: await stepPaths(runtime, session.id) }
}

/** What the details of an end hold, as tests look at it. */
export type Details = {
  readonly stop: string
  readonly iterations: number
  readonly adjusts: number
  readonly steps: readonly {
    readonly id: string
    readonly tool: string
    readonly input: Json
    readonly output: string | null
    readonly quality: string
    readonly score: number | null
    readonly fault?: string
  }[]
  readonly decisions: readonly { readonly decision: string; readonly by: string; readonly why: string }[]
  readonly facts: readonly { readonly text: string; readonly step: string; readonly from: string }[]
  readonly workingMemory: string
  readonly trend: { readonly trend: string; readonly slope: number }
}

/** The notes of this name, in order. */
export async function notesOf(runtime: Runtime, session: string, name: string): Promise<readonly Json[]> {
  const notes = await factsOfType(runtime, session, 'note')
  return notes.flatMap(({ data }) => {
    const note = data as { readonly name: string; readonly value: Json }
    return note.name === name ? [note.value] : []
  })
}
