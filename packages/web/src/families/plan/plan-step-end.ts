/** How a step of a plan ended, read off the record of the loop or the tool that carried it out. */
import type { JsonObject } from '@gyre/core'
import { type FactEvent, isWrapUp } from '@gyre/core/view'
import type { Planned } from './planned.ts'

export type StepEnd = {
  readonly key: string
  readonly path: string
  readonly hasFailed: boolean
  readonly endedAt: number
  readonly ms: number
  /** What it came to, or why it failed. */
  readonly said: string
}

type Plan = { readonly left: readonly Planned[]; readonly ready: readonly Planned[] }

/** Undefined when the fact is not the end of a step of the plan. */
export function stepEndIn(fact: FactEvent, inside: string, plan: Plan): StepEnd | undefined {
  const isEnd = fact.type === 'step.finished' || (fact.type === 'step.failed' && !isLeft(fact))
  const segments = inside.split('/')
  if (!isEnd || segments.length > 2) return undefined
  const step = stepBehind(fact.data, segments, plan)
  if (!step) return undefined
  const { path = '', at, data } = fact
  const ms = Number(data['ms'] ?? 0)
  return { key: step.key, path, hasFailed: hasFailed(fact), endedAt: Date.parse(at), ms, said: saidBy(data) }
}

/** The place of a branch among those that run side by side: `1` of `round#2[1]`; the first where it runs alone. */
export function placeOf(segment: string): number {
  const [, index] = /\[(\d+)\]$/.exec(segment) ?? []
  return index === undefined ? 0 : Number(index)
}

/** Not made, or not to its end, because the work was to end or a person changed the plan. */
function isLeft(fact: FactEvent): boolean {
  const { code } = (fact.data['error'] ?? {}) as { readonly code?: string }
  return isWrapUp(fact) || code === 'plan-changed' || code === 'aborted'
}

type Requested = { readonly id?: string; readonly tool?: string; readonly task?: { readonly goal?: string } }

function stepBehind(data: JsonObject, segments: readonly string[], { left, ready }: Plan): Planned | undefined {
  const { id, tool, task } = (data['request'] ?? {}) as Requested
  if (data['kind'] === 'tool') {
    return left.find((step) => step.id === id && (step.tool === undefined || step.tool === tool))
  }
  if (data['kind'] !== 'loop' && !segments[1]?.startsWith('expert#')) return undefined
  const judged = judgedStep(data)?.id
  if (judged !== undefined) return left.find((step) => step.id === judged)
  const goal = task?.goal ?? ''
  // Of loops that give a step more than its goal, the goal stands between these marks.
  const byGoal = left.find((step) => goal === step.goal || goal.includes(`<step>\n${step.goal}\n</step>`))
  return byGoal ?? (segments[0]?.startsWith('task#') ? left[placeOf(segments[0])] : ready[placeOf(segments[0] ?? '')])
}

/** How a step judged itself that is a loop of its own. */
function judgedStep({ result }: JsonObject) {
  const { details } = (result ?? {}) as {
    readonly details?: { readonly result?: { readonly id?: string; readonly quality?: string } } | null
  }
  return details?.result
}

function hasFailed({ type, data }: FactEvent): boolean {
  if (type === 'step.failed') return true
  const { answer, error } = (data['result'] ?? {}) as { readonly answer?: unknown; readonly error?: boolean }
  if (data['kind'] === 'tool') return error === true
  return data['kind'] === 'loop' && (judgedStep(data)?.quality ?? (answer === null ? 'failed' : '')) === 'failed'
}

function saidBy(data: JsonObject): string {
  const { answer, text } = (data['result'] ?? {}) as { readonly answer?: unknown; readonly text?: unknown }
  const { message } = (data['error'] ?? {}) as { readonly message?: string }
  const said = answer ?? text ?? message ?? ''
  return typeof said === 'string' ? said : JSON.stringify(said)
}
