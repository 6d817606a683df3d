/** What an eval came to, arm by arm. */
import { type Interval, wilson } from '../statistics/wilson.ts'
import { type ArmPair, pairArms } from './pairs.ts'
import type { EvalArm, EvalResult } from './result.ts'

/** How an arm did on all its tasks. */
export type ArmSummary = EvalArm & {
  /** Sessions that were scored: tasks, times repetitions. */
  readonly count: number
  readonly right: number
  /** Null when nothing was scored. */
  readonly accuracy: number | null
  /** The 95 % interval of Wilson. */
  readonly interval: Interval
  /** Ended, and no judge could say. */
  readonly unjudged: number
  /** How many sessions ended how. */
  readonly outcomes: Readonly<Record<string, number>>
  readonly total: Amounts
  /** For each session that has ended. */
  readonly mean: Amounts
  readonly medianMs: number | null
}

/** What sessions used. The cost is null where a price is unknown. */
export type Amounts = {
  readonly modelCalls: number
  readonly toolCalls: number
  readonly tokens: number
  /** Null when the price of a model is not known. */
  readonly costUsd: number | null
}

/** How all arms did, by themselves and against each other, and what judging took. */
export type EvalSummary = {
  readonly arms: readonly ArmSummary[]
  readonly pairs: readonly ArmPair[]
  /** What judging took, beside the arms. */
  readonly judging: Amounts & { readonly sessions: number }
}

/** Counts up the results of an eval. */
export function summarise(arms: readonly EvalArm[], results: readonly EvalResult[]): EvalSummary {
  const byArm = Map.groupBy(results, ({ arm }) => arm)
  const judges = results.flatMap(({ judge }) => judge ?? [])
  return {
    arms: arms.map((arm) => summaryOf(arm, byArm.get(arm.name) ?? [])),
    pairs: pairArms(
      arms.map(({ name }) => name),
      results,
    ),
    judging: { sessions: judges.length, ...totalOf(judges) },
  }
}

function summaryOf(arm: EvalArm, results: readonly EvalResult[]): ArmSummary {
  const unjudged = results.filter(({ verdict }) => verdict === 'unjudged').length
  const right = results.filter(({ verdict }) => verdict === 'right').length
  const count = results.length - unjudged
  const total = totalOf(results)
  return {
    ...arm,
    count,
    right,
    accuracy: count === 0 ? null : right / count,
    interval: wilson(right, count),
    unjudged,
    outcomes: outcomesOf(results),
    total,
    mean: dividedBy(total, results.length),
    medianMs: median(results.map(({ usage }) => usage.activeMs)),
  }
}

function outcomesOf(results: readonly EvalResult[]): Readonly<Record<string, number>> {
  const counts = [...Map.groupBy(results, ({ outcome }) => outcome)].map(
    ([outcome, all]) => [outcome, all.length] as const,
  )
  return Object.fromEntries(counts.sort(([a, many], [b, few]) => few - many || a.localeCompare(b)))
}

function totalOf(used: readonly Pick<EvalResult, 'usage'>[]): Amounts {
  const sum = (of: (usage: EvalResult['usage']) => number) => used.reduce((all, { usage }) => all + of(usage), 0)
  return {
    modelCalls: sum(({ modelCalls }) => modelCalls),
    toolCalls: sum(({ toolCalls }) => toolCalls),
    tokens: sum(({ inputTokens, outputTokens }) => inputTokens + outputTokens),
    costUsd: used.some(({ usage }) => usage.costUsd === null) ? null : sum(({ costUsd }) => costUsd ?? 0),
  }
}

function dividedBy({ modelCalls, toolCalls, tokens, costUsd }: Amounts, count: number): Amounts {
  const each = (amount: number) => (count === 0 ? 0 : amount / count)
  return {
    modelCalls: each(modelCalls),
    toolCalls: each(toolCalls),
    tokens: each(tokens),
    costUsd: costUsd === null ? null : each(costUsd),
  }
}

function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
