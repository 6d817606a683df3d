/**
 * Benchmarks: ratios to a raw floor, measured side by side in the same run.
 *
 *     npm run bench                    all of them, about three minutes
 *     npm run bench -- memory full     some of them
 *     npm run bench -- --rounds=3
 */
import { cpus } from 'node:os'
import { allMeasures, type Row } from './workloads.ts'

const args = process.argv.slice(2)
const rounds = Number(args.find((arg) => arg.startsWith('--rounds='))?.slice('--rounds='.length) ?? 7)
const names = args.filter((arg) => !arg.startsWith('--'))
const chosen = names.length > 0 ? names : Object.keys(allMeasures)

const rows: Row[] = []
for (const name of chosen) {
  const measure = allMeasures[name]
  if (!measure)
    throw new Error(`There is no benchmark \`${name}\`. Benchmarks: ${Object.keys(allMeasures).join(', ')}.`)
  console.error(`measuring ${name} …`)
  rows.push(...(await measure({ rounds, warmMs: 1500 })))
}

const head = ['', 'raw floor', 'Gyre', 'ratio', 'goal', '']
const cells = rows.map(({ what, floor, gyre, ratio, goal, holds }) => [
  what,
  floor,
  gyre,
  ratio,
  goal,
  goal === '–' ? '' : holds ? 'holds' : 'missed',
])
const widths = head.map((_, column) => Math.max(3, ...[head, ...cells].map((row) => row[column]?.length ?? 0)))
const line = (row: readonly string[]) =>
  `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
console.log(`Node ${process.version}, ${cpus().length} cores, medians of ${rounds} rounds\n`)
console.log([line(head), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join('\n'))
