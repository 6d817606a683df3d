/** What two sessions came to, in figures side by side. */
import type { Step } from '../session/session-log.ts'
import { count, duration, money, shortCount } from '../ui/format.ts'

/** What is compared of a session. */
export type Compared = {
  readonly score: number | null
  readonly modelCalls: number
  readonly toolCalls: number
  readonly tokens: number
  readonly costUsd: number | null
  /** Of the steps that are its own, where it shares some; null when a price is not known. */
  readonly ownCostUsd: number | null
  readonly activeMs: number
}

export type Change = {
  readonly text: string
  /** Whether the second is better for it; null where neither is. */
  readonly isBetter: boolean | null
}

export type Measure = { readonly name: string; readonly a: string; readonly b: string; readonly change: Change | null }

type Figure = {
  readonly name: string
  readonly of: (compared: Compared) => number | null
  readonly shown: (value: number) => string
  readonly isMoreBetter?: boolean
}

const figures: readonly Figure[] = [
  { name: 'Score', of: ({ score }) => score, shown: (value) => String(Number(value.toFixed(2))), isMoreBetter: true },
  { name: 'Model calls', of: ({ modelCalls }) => modelCalls, shown: count },
  { name: 'Tool calls', of: ({ toolCalls }) => toolCalls, shown: count },
  { name: 'Tokens', of: ({ tokens }) => tokens, shown: shortCount },
  { name: 'Cost', of: ({ costUsd }) => costUsd, shown: money },
  { name: 'New cost', of: ({ ownCostUsd }) => ownCostUsd, shown: money },
  { name: 'Active time', of: ({ activeMs }) => activeMs, shown: duration },
]

/** `isRelated`: they share steps, so what each did by itself is told apart. */
export function measures(a: Compared, b: Compared, isRelated: boolean): readonly Measure[] {
  const isJudged = a.score !== null || b.score !== null
  return figures
    .filter(({ name }) => (isJudged || name !== 'Score') && (isRelated || name !== 'New cost'))
    .map((figure) => measure(figure, figure.of(a), figure.of(b)))
}

function measure(figure: Figure, a: number | null, b: number | null): Measure {
  const shown = (value: number | null) => (value === null ? 'unknown' : figure.shown(value))
  const change = a === null || b === null ? null : changeOf(a, b, figure)
  return { name: figure.name, a: shown(a), b: shown(b), change }
}

function changeOf(one: number, other: number, { shown, isMoreBetter = false }: Figure): Change {
  const [before, after] = [shown(one), shown(other)]
  if (before === after) return { text: '=', isBetter: null }
  const isMore = other > one
  return { text: `${isMore ? '+' : '−'}${shown(Math.abs(other - one))}`, isBetter: isMore === isMoreBetter }
}

/** Null when a price is not known. Tools and what a person did in a model's place cost nothing that is counted. */
export function costOf(steps: readonly Step[]): number | null {
  let sum = 0
  for (const step of steps) {
    if (wasAsked(step) && step.costUsd === null) return null
    sum += step.costUsd ?? 0
  }
  return sum
}

/** Whether a model was asked: where a person said what comes next, none is named. */
function wasAsked({ kind, model }: Step): boolean {
  return kind === 'generate' && model !== null
}
