/** Runs of self-ask with a scripted model. */
import { type StartOptions, selfAsk, type TaskInput, type ToolResult } from '@gyre/core'
import { callsAll, type ScriptedModel, says } from '@gyre/core/testing'
import { search, stepPaths, world } from './kernel.ts'

export const goal = 'Who founded the yard that built the Petrel?'

export async function run(model: ScriptedModel, options: StartOptions = {}, task: TaskInput = goal) {
  const { runtime } = world()
  const session = await runtime.start(selfAsk, task, { model, tools: [search], ...options })
  const end = await session.outcome
  return { runtime, session, end, paths: await stepPaths(runtime, session.id) }
}

export const followUp = (question: string) => ({ tool: 'follow_up', input: { question } })
export const asks = (...questions: readonly string[]) => callsAll(...questions.map(followUp))
export const final = (answer: string) => says(`So the final answer is: ${answer}`)

/** The results a model read last. */
export function lastResults(model: ScriptedModel): readonly ToolResult[] {
  const messages = model.requests.at(-1)?.messages ?? []
  const fromEnd = messages.slice(messages.findLastIndex(({ role }) => role !== 'tool') + 1)
  return fromEnd.flatMap(({ parts }) => parts) as ToolResult[]
}
