/** What a session asks people, with what each answer holds up. */
import type { Question } from '@gyre/core'
import { rejectionReason, stepsIn } from '@gyre/core/view'
import type { SessionLog } from '../session/session-log.ts'

export type OpenQuestion = {
  readonly question: Question
  readonly askedAt: number
  /** Ids of the steps of the plan that wait for it. */
  readonly neededBy: readonly string[]
  /** Branches that go on all the same. */
  readonly goingOn: number
  /** Why the last answer to it was no answer. */
  readonly refused: string | undefined
}

/** Oldest first. */
export function openQuestions(log: SessionLog): readonly OpenQuestion[] {
  const { questions } = log.view
  if (questions.size === 0) return []
  return [...questions.values()].map((question) => ({
    question,
    askedAt: askedAt(log, question.path),
    neededBy: neededBy(log, question.path),
    goingOn: goingOn(log),
    refused: refusal(log, question.path),
  }))
}

function askedAt({ facts, updatedAt }: SessionLog, path: string): number {
  const asked = facts.findLast((fact) => fact.type === 'question.asked' && fact.path === path)
  return asked ? Date.parse(asked.at) : updatedAt
}

/** A question of a step holds up those that need the step; its id is the name of its branch, where loops do so. */
function neededBy({ view }: SessionLog, path: string): readonly string[] {
  const names = new Set(path.split('/').map((part) => part.replace(/#\d+(\[\d+\])?$/, '')))
  return stepsIn(view.plan as Parameters<typeof stepsIn>[0])
    .filter(({ needs = [] }) => needs.some((id) => names.has(id)))
    .map(({ id }) => id)
}

/** Calls under way, without those that only hold others or wait for people themselves. */
function goingOn({ running, view }: SessionLog): number {
  const waiting = [...view.questions.keys()]
  const isHolding = (path: string) => waiting.some((asked) => asked === path || asked.startsWith(`${path}/`))
  return running.all.filter(({ kind, path }) => kind !== 'loop' && kind !== 'ask' && !isHolding(path)).length
}

function refusal({ interventions }: SessionLog, path: string): string | undefined {
  const sent = [...interventions.values()].filter(({ data }) => {
    const body = data['body'] as { readonly question?: string } | undefined
    return body?.question === path
  })
  const last = sent.at(-1)
  return last?.state === 'rejected' ? rejectionReason(String(last.data['why'])) : undefined
}

const offered: Readonly<Record<string, readonly number[]>> = {
  costUsd: [0.1, 0.5, 1],
  activeMs: [60_000, 300_000, 900_000],
  tokens: [10_000, 50_000, 100_000],
  inputTokens: [10_000, 50_000, 100_000],
  outputTokens: [2000, 10_000, 50_000],
}

/** Amounts that are at hand for a budget question; another can be typed. */
export function offeredAmounts(resource: string): readonly number[] {
  return offered[resource] ?? [5, 10, 25]
}

/** Arguments as a person edited them; a text says why they are none. */
export function readArguments(text: string): { readonly value: unknown } | string {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    return `This is no JSON: ${error instanceof Error ? error.message : String(error)}`
  }
}
