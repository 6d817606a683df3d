/** How the arms of a rollout do: success, time, calls and cost. */
import type { SessionRow } from '../ports/store.ts'

/** The middle of a set of numbers, in two ways. */
export type Spread = { readonly median: number; readonly mean: number }

/** How the sessions of one arm of a rollout do, or those of one version of a persona. */
export type ArmFigures = {
  readonly arm: string
  readonly sessions: number
  readonly ended: number
  readonly answered: number
  /** Of those that ended; null when none did. */
  readonly successRate: number | null
  /** From its making to its end, waiting for people included. */
  readonly latencyMs: Spread | null
  /** Time spent working. */
  readonly activeMs: Spread | null
  readonly modelCalls: Spread | null
  /** Null when no session ended, or the cost of one is not known. */
  readonly costUsd: (Spread & { readonly total: number }) | null
}

/** Figures per arm, by its label. Sessions of no arm are left out; times, calls and cost are of those that ended. */
export function figures(rows: readonly SessionRow[]): readonly ArmFigures[] {
  const groups = Map.groupBy(rows, ({ mirror }) => mirror.arm)
  return [...groups]
    .flatMap(([arm, sessions]) => (arm === null ? [] : [figuresOf(arm, sessions)]))
    .sort((a, b) => (a.arm < b.arm ? -1 : 1))
}

function figuresOf(arm: string, rows: readonly SessionRow[]): ArmFigures {
  const ended = rows.filter(({ mirror }) => mirror.outcome !== null).map(({ mirror }) => mirror)
  const answered = ended.filter(({ outcome }) => outcome === 'answered').length
  const used = (key: string) => ended.map(({ usage }) => usage?.[key]).filter((value) => typeof value === 'number')
  const costs = used('costUsd')
  const cost = costs.length === ended.length ? spreadOf(costs) : null
  return {
    arm,
    sessions: rows.length,
    ended: ended.length,
    answered,
    successRate: ended.length === 0 ? null : answered / ended.length,
    latencyMs: spreadOf(ended.map(({ createdAt, updatedAt }) => updatedAt - createdAt)),
    activeMs: spreadOf(used('activeMs')),
    modelCalls: spreadOf(used('modelCalls')),
    costUsd: cost && { ...cost, total: sumOf(costs) },
  }
}

function spreadOf(values: readonly number[]): Spread | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1)
  return { median: sumOf(middle) / middle.length, mean: sumOf(values) / values.length }
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
