/** Sums of what sessions used: over which days, by what, and as a table for other programs. */
import type { Grouping, UsageSum } from '../api/usage.ts'

export const groupings = ['day', 'loop', 'persona', 'model', 'caller'] as const satisfies readonly Grouping[]

export const ranges = { '7': 'Last 7 days', '30': 'Last 30 days', '90': 'Last 90 days', all: 'All time' } as const

export type Range = keyof typeof ranges

export function readGrouping(by: string | undefined): Grouping {
  return groupings.find((each) => each === by) ?? 'day'
}

export function readRange(days: string | undefined): Range {
  return days !== undefined && Object.hasOwn(ranges, days) ? (days as Range) : '30'
}

const dayMs = 86_400_000

/** The first day of a range, today being its last; days are those of UTC, as the sums are. */
export function firstDay(range: Range, now: number): string | undefined {
  return range === 'all' ? undefined : dayOf(now - (Number(range) - 1) * dayMs)
}

export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

const amounts = ['modelCalls', 'toolCalls', 'inputTokens', 'outputTokens', 'costUsd', 'activeMs', 'unpriced'] as const

function emptyDay(name: string): UsageSum {
  const none = Object.fromEntries(amounts.map((amount) => [amount, 0])) as Record<(typeof amounts)[number], number>
  return { name, sessions: 0, outcomes: {}, ...none }
}

/** More than a chart has room for: years are not drawn day by day. */
const mostDays = 400

/** Days on which nothing was done are days as well: a gap in a chart is part of what it tells. */
export function everyDay(sums: readonly UsageSum[], from: string | undefined, now: number): readonly UsageSum[] {
  const first = Date.parse(from ?? sums[0]?.name ?? dayOf(now))
  const count = Math.round((Date.parse(dayOf(now)) - first) / dayMs) + 1
  if (!(count > 0) || count > mostDays) return sums
  const byDay = new Map(sums.map((sum) => [sum.name, sum]))
  return Array.from({ length: count }, (_, at) => dayOf(first + at * dayMs)).map(
    (day) => byDay.get(day) ?? emptyDay(day),
  )
}

export const measures = {
  costUsd: { word: 'Cost', of: ({ costUsd }: UsageSum) => costUsd },
  tokens: { word: 'Tokens', of: ({ inputTokens, outputTokens }: UsageSum) => inputTokens + outputTokens },
  sessions: { word: 'Sessions', of: ({ sessions }: UsageSum) => sessions },
} as const

export type MeasureName = keyof typeof measures

/** Days in their order; everything else by how much it is. */
export function sorted(sums: readonly UsageSum[], by: Grouping, measure: MeasureName): readonly UsageSum[] {
  if (by === 'day') return sums
  const { of } = measures[measure]
  return sums.toSorted((one, other) => of(other) - of(one) || (one.name < other.name ? -1 : 1))
}

/** `-` is how the server says that there is none. */
export function nameOf({ name }: Pick<UsageSum, 'name'>, by: Grouping): string {
  return name === '-' ? `no ${by}` : name
}

const columns = ['sessions', ...amounts] as const

/** For a spreadsheet. What begins like a formula is a name, and stays one. */
export function csvOf(sums: readonly UsageSum[], by: Grouping): string {
  const lines = [[by, ...columns], ...sums.map((sum) => [sum.name, ...columns.map((column) => String(sum[column]))])]
  return lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')
}

function csvCell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
