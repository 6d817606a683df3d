/** What becomes of one goal done in several ways: facts alone, as nobody knows which answer is right. */
import { textOfAnswer } from '@gyre/core/view'
import type { SessionRecord } from '../api/compare.ts'

export type WayRow = {
  readonly session: string
  /** The persona, or the loop. */
  readonly name: string
  readonly status: string
  readonly outcome: string | null
  readonly answer: string | null
  readonly calls: number
  readonly tokens: number
  readonly costUsd: number | null
  readonly activeMs: number
  /** Nobody who answered needed less. */
  readonly isFewestCalls: boolean
  readonly isCheapest: boolean
  readonly isFastest: boolean
  /** How many of the others answered in the same words. */
  readonly agreeing: number
}

type Answer = Parameters<typeof textOfAnswer>[0]

export function waysCompared(records: readonly SessionRecord[]): readonly WayRow[] {
  const answered = records.filter(({ outcome }) => outcome === 'answered')
  const calls = least(answered.map(callsOf))
  const cost = least(answered.flatMap(({ usage }) => usage.costUsd ?? []))
  const time = least(answered.map(({ usage }) => usage.activeMs))
  // That something is free, or all needed the same, distinguishes nobody.
  const isBest = (record: SessionRecord, value: number | null, best: Best) =>
    record.outcome === 'answered' && value !== null && value === best.value && best.isTold
  const answers = records.map(answerOf)
  return records.map((record, at) => ({
    session: record.session,
    name: record.persona ?? record.loop,
    status: record.status,
    outcome: record.outcome,
    answer: answers[at] ?? null,
    calls: callsOf(record),
    tokens: record.usage.inputTokens + record.usage.outputTokens,
    costUsd: record.usage.costUsd,
    activeMs: record.usage.activeMs,
    isFewestCalls: isBest(record, callsOf(record), calls),
    isCheapest: isBest(record, record.usage.costUsd, cost),
    isFastest: isBest(record, record.usage.activeMs, time),
    agreeing: answers.filter((other, place) => place !== at && isSameAnswer(other, answers[at])).length,
  }))
}

function callsOf({ usage }: SessionRecord): number {
  return usage.modelCalls + usage.toolCalls
}

type Best = { readonly value: number; readonly isTold: boolean }

function least(values: readonly number[]): Best {
  const value = Math.min(...values)
  return { value, isTold: values.some((other) => other > value) }
}

function answerOf({ answer }: SessionRecord): string | null {
  return answer === null || answer === undefined ? null : textOfAnswer(answer as Answer)
}

function isSameAnswer(one: string | null | undefined, other: string | null | undefined): boolean {
  return one !== null && other !== null && one?.trim().toLowerCase() === other?.trim().toLowerCase()
}
