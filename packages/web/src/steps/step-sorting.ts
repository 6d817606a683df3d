/** Steps as a table that can be sorted. */
import type { Step } from '../session/session-log.ts'
import { attemptsOf, hasFailed, isNotMade } from './step-facts.ts'

export type Column = 'seq' | 'path' | 'kind' | 'by' | 'state' | 'in' | 'out' | 'cost' | 'ms'

export type Sorting = { readonly column: Column; readonly isDescending: boolean }

/** Who did it: the model, or the tool. */
export function doerOf({ tool, model }: Step): string {
  return tool ?? model ?? ''
}

export function stateWord(step: Step): string {
  if (isNotMade(step)) return 'not made'
  if (hasFailed(step)) return 'failed'
  return attemptsOf(step) > 1 ? `done, ${attemptsOf(step)} attempts` : 'done'
}

const values: Readonly<Record<Column, (step: Step) => number | string>> = {
  seq: ({ seq }) => seq,
  path: ({ path }) => path,
  kind: ({ kind }) => kind,
  by: doerOf,
  state: stateWord,
  in: ({ inputTokens }) => inputTokens,
  out: ({ outputTokens }) => outputTokens,
  cost: ({ costUsd }) => costUsd ?? 0,
  ms: ({ ms }) => ms,
}

/** Those that are equal stay as they ended. */
export function sortedSteps(steps: readonly Step[], { column, isDescending }: Sorting): readonly Step[] {
  const value = values[column]
  const sign = isDescending ? -1 : 1
  return steps.toSorted((one, other) => sign * compared(value(one), value(other)) || one.seq - other.seq)
}

function compared(one: number | string, other: number | string): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return String(one) < String(other) ? -1 : String(one) > String(other) ? 1 : 0
}

/** Figures are looked for from the largest on, words from the first. */
export function nextSorting(before: Sorting, column: Column): Sorting {
  if (before.column === column) return { column, isDescending: !before.isDescending }
  return { column, isDescending: ['in', 'out', 'cost', 'ms'].includes(column) }
}
