/** Runs of plan-execute with a scripted model, as its tests look at them. */
import { cot, planExecute, readMaterial, type StartOptions, type TaskInput } from '@gyre/core'
import { type ScriptedModel, says } from '@gyre/core/testing'
import { expect } from 'vitest'
import { stepPaths, textsOf, world } from './kernel.ts'

export type Drafted = { readonly id: string; readonly goal: string; readonly needs?: readonly string[] }

/** A reply that is a plan. */
export const plans = (...steps: readonly Drafted[]) => says(JSON.stringify({ steps }))

export const goal = 'Add 17 and 25, multiply the result by 3, then subtract 26.'
export const add: Drafted = { id: '1', goal: 'Add 17 and 25.', needs: [] }
export const multiply: Drafted = { id: '2', goal: 'Multiply the sum by 3.', needs: ['1'] }
export const subtract: Drafted = { id: '3', goal: 'Subtract 26 from the product.', needs: ['2'] }

/** Starts a session and sees it to its end; a replay of it must be equal. */
export async function runPlan(model: ScriptedModel, options: StartOptions = {}, task: TaskInput = goal) {
  const { runtime } = world({ loops: [planExecute, cot] })
  const session = await runtime.start(planExecute, task, { model, ...options })
  const end = await session.outcome
  expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [], unused: [] })
  return { runtime, session, end, paths: await stepPaths(runtime, session.id) }
}

/** The parts of the newest message of a request that has any. */
export function given(model: ScriptedModel, request: number): Readonly<Record<string, string>> {
  const read = textsOf(model.requests[request]).map(readMaterial)
  return read.findLast((parts) => Object.keys(parts).length > 0) ?? {}
}

/** A result as a model is shown it. */
export const fenced = (id: string, text: string) => `<untrusted from="step ${id}">\n${text}\n</untrusted>`
