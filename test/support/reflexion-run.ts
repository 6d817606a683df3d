/** What tests of reflexion share: a model that answers by the label of a step, and what the judge is shown. */
import {
  loops,
  type ModelRequest,
  readMaterial,
  reflexion,
  type StartOptions,
  type TaskInput,
  textOf,
} from '@gyre/core'
import { modelOf, type ScriptedModel, type ScriptedTurn, says } from '@gyre/core/testing'
import { expect } from 'vitest'
import { search, stepPaths, world } from './kernel.ts'

export const verdict = (word: string, score: number, reason = 'Because.') =>
  says(`${word}\nSCORE: ${score}\nREASON: ${reason}`)
export const good = verdict('SATISFACTORY', 9)
export const bad = (score: number, reason?: string) => verdict('UNSATISFACTORY', score, reason)

type Script = Readonly<Record<string, readonly ScriptedTurn[]>>

/** A model that answers by the label of the step: the n-th reply of a list at its n-th use, the last one ever after. */
export function labelled(script: Script): ScriptedModel {
  const used = new Map<string, number>()
  return modelOf((request, call) => {
    const label = /([a-z-]+)#\d+$/.exec(call.path)?.[1] ?? ''
    const nth = used.get(label) ?? 0
    used.set(label, nth + 1)
    const turns = script[label] ?? []
    const turn = turns[Math.min(nth, turns.length - 1)]
    if (!turn) throw new Error(`Nothing is written for \`${call.path}\`.`)
    return typeof turn === 'function' ? turn(request, call) : turn
  })
}

type Config = Readonly<Record<string, unknown>>

/** Runs it to its end, and holds the end against its replay. */
export async function run(
  script: Script,
  config: Config = {},
  options: StartOptions = {},
  task: TaskInput = '17 * 6?',
) {
  const { runtime } = world({ loops })
  const model = labelled(script)
  const session = await runtime.start(reflexion, task, { model, tools: [search], ...options, config })
  const end = await session.outcome
  expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [], unused: [] })
  return { runtime, session, end, model, paths: await stepPaths(runtime, session.id) }
}

const noMessage: ModelRequest['messages'][number] = { role: 'user', parts: [] }

/** The material of the requests whose system prompt begins so. */
function materials(model: ScriptedModel, opening: string) {
  return model.requests
    .filter(({ messages }) => messages[0] && textOf(messages[0]).startsWith(opening))
    .map(({ messages }) => readMaterial(textOf(messages.at(-1) ?? noMessage)))
}
export const judged = (model: ScriptedModel) => materials(model, 'You judge whether')
export const reflected = (model: ScriptedModel) => materials(model, 'An attempt at a task')
