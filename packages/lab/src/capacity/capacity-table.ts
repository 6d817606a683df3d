/** Loads and what they need, as a table in Markdown. */
import type { Resource } from './demand.ts'
import type { CapacityRow, Quantiles } from './simulate-capacity.ts'

const head = [
  'sessions/day',
  'steps/s, mean',
  'steps/s, peak',
  'running',
  'workers',
  'slots',
  'CPU',
  'shards',
  'PostgreSQL',
  'NOTIFY',
  'queue p50 / p95, ms',
  'step p50 / p95, ms',
  'MB/day',
  'MB/session-hour',
  'first limit, sessions/day',
]

const names: Readonly<Record<Resource, string>> = {
  slots: 'slots',
  cpu: 'CPU',
  postgres: 'PostgreSQL',
  notify: 'NOTIFY',
}

/** The rows as a table of plain text. */
export function capacityTable(rows: readonly CapacityRow[]): string {
  const cells = [head, ...rows.map(cellsOf)]
  const widths = head.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)))
  const [top = '', ...lines] = cells.map((row) => lineOf(row.map((cell, at) => cell.padStart(widths[at] ?? 0))))
  const rule = lineOf(widths.map((width) => `${'-'.repeat(width - 1)}:`))
  return `${[top, rule, ...lines].join('\n')}\n`
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function cellsOf(row: CapacityRow): readonly string[] {
  const { utilisation, stepsPerSecond, first } = row
  return [
    whole(row.sessionsPerDay),
    amount(stepsPerSecond.mean),
    amount(stepsPerSecond.peak),
    whole(row.running),
    whole(row.workers),
    percent(utilisation.slots),
    percent(utilisation.cpu),
    whole(row.shards),
    percent(utilisation.postgres),
    percent(utilisation.notify),
    quantiles(row.queueMs),
    quantiles(row.stepMs),
    whole(row.megabytesPerDay),
    amount(row.megabytesPerSessionHour),
    `${names[first.resource]} at ${thousands(first.sessionsPerDay)}`,
  ]
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}

/** A closed form of a limit is not known to the last session. */
function thousands(value: number): string {
  return whole(Math.round(value / 1000) * 1000)
}

function amount(value: number): string {
  return value < 100 ? value.toFixed(1) : whole(value)
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.0995 ? 1 : 0)} %`
}

function quantiles({ p50, p95 }: Quantiles): string {
  return `${amount(p50)} / ${amount(p95)}`
}
