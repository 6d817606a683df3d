/** What was measured, as tables in Markdown. */
import { isMeasured, type Measured, meanFor, type Way, ways } from './evaluate.ts'
import type { Metrics } from './metrics.ts'

const columns: Readonly<Record<keyof Metrics, string>> = {
  recall1: 'recall@1',
  recall5: 'recall@5',
  recall10: 'recall@10',
  ndcg10: 'nDCG@10',
  reciprocalRank: 'MRR',
}

/**
 * All questions, and those that have passages, since a mean over some cannot stand beside a mean over all. One of
 * them when they are the same.
 */
export function tablesOf(name: string, measured: readonly Measured[]): string {
  const withPassages = measured.filter(({ metrics }) => metrics.HyDE)
  const all = withPassages.length === measured.length ? [] : [tables(`${name}, all questions`, measured, false)]
  const some = withPassages.length === 0 ? [] : [tables(`${name}, questions with made-up passages`, withPassages, true)]
  return [...all, ...some].join('\n\n')
}

function tables(title: string, measured: readonly Measured[], withHyde: boolean): string {
  const shown = ways.filter((way) => isMeasured(measured, way) && (withHyde || !way.includes('HyDE')))
  const keys = Object.keys(columns) as (keyof Metrics)[]
  const kinds = [...Map.groupBy(measured, (each) => each.case.kind)]
  const metrics = shown.map((way) => [way, ...keys.map((key) => figure(meanFor(measured, way)[key]))])
  const byKind = kinds.map(([kind, questions]) => {
    const means = shown.map((way: Way) => figure(meanFor(measured, way, kind).ndcg10))
    return [kind, String(questions.length), ...means]
  })
  return [
    `### Retrieval: ${title} (${measured.length})`,
    table(['', ...keys.map((key) => columns[key])], metrics),
    'nDCG@10 by kind of question:',
    table(['', 'questions', ...shown], byKind),
  ].join('\n\n')
}

const figure = (value: number) => value.toFixed(3)

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
