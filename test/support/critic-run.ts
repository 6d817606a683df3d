/** What tests of critic share: a draft with two claims, and what its judge and its author say. */
import { critic, loops, readMaterial, type StartOptions, type TaskInput } from '@gyre/core'
import { type ScriptedModel, says } from '@gyre/core/testing'
import { search, stepPaths, textsOf, world } from './kernel.ts'

export const goal = 'When did the bridge open, and how long is it?'
export const draft = 'It opened in 1952. It is 112 m long.'

export async function run(model: ScriptedModel, options: StartOptions = {}, task: TaskInput = goal) {
  const { runtime } = world({ loops })
  const session = await runtime.start(critic, task, { model, tools: [search], ...options })
  const end = await session.outcome
  return { runtime, session, end, paths: await stepPaths(runtime, session.id) }
}

export const claim = (words: string, query: string, tool = 'search') =>
  `CLAIM: ${words}\nTOOL: ${tool}\nTOOL INPUT: {"query":"${query}"}`
export const year = claim('opened in 1952', 'year')
export const length = claim('112 m', 'length')
export const edits = (...all: readonly (readonly [string, string])[]) =>
  says(JSON.stringify({ edits: all.map(([words, replacement]) => ({ claim: words, replacement })) }))

/** What a call was given to work on. */
export const given = (model: ScriptedModel, call: number) => readMaterial(textsOf(model.requests[call]).at(-1) ?? '')
