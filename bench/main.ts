/**
 * Benchmarks: ratios to a raw floor, measured side by side in the same run.
 *
 *     npm run bench                              all but the last three, about three minutes
 *     npm run bench -- memory full               some of them
 *     npm run bench -- --rounds=3
 *     npm run bench -- knowledge --chunks=5000   a large index; 100 000 chunks when left out
 *     npm run bench -- retrieval                 no times: how good what is found is
 *     npm run bench -- waves-latency             times of a simulated clock: what waves save
 */
import { cpus } from 'node:os'
import { markdownTable } from '../scripts/reference/markdown-table.ts'
import { largeIndex } from './knowledge.ts'
import { retrievalTables } from './retrieval.ts'
import { wavesLatencyTable } from './waves-latency.ts'
import { allMeasures, type Measure, type Row } from './workloads.ts'

const args = process.argv.slice(2)
const optionOf = (name: string, usual: number) => {
  const given = args.find((arg) => arg.startsWith(`--${name}=`))?.slice(`--${name}=`.length) ?? usual
  const value = Number(given)
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} is a whole number from 1 on, not ${given}.`)
  return value
}
const rounds = optionOf('rounds', 7)
const chunks = optionOf('chunks', 100_000)

const measures: Readonly<Record<string, Measure>> = { ...allMeasures, knowledge: () => largeIndex(chunks) }
const reports: Readonly<Record<string, () => Promise<string>>> = {
  retrieval: retrievalTables,
  'waves-latency': wavesLatencyTable,
}
const known = [...Object.keys(measures), ...Object.keys(reports)]

const names = args.filter((arg) => !arg.startsWith('--'))
const unknown = names.find((name) => !known.includes(name))
if (unknown !== undefined) throw new Error(`There is no benchmark \`${unknown}\`. Benchmarks: ${known.join(', ')}.`)

const chosen = names.length > 0 ? names : Object.keys(allMeasures)
const rows: Row[] = []
for (const name of chosen) {
  console.error(`measuring ${name} …`)
  rows.push(...((await measures[name]?.({ rounds, warmMs: 1500 })) ?? []))
  const report = await reports[name]?.()
  if (report !== undefined) console.log(`${report}\n`)
}
if (rows.length > 0) printTable()

function printTable(): void {
  const head = ['', 'raw floor', 'Gyre', 'ratio', 'goal', '']
  const cells = rows.map(({ what, floor, gyre, ratio, goal, holds }) => [
    what,
    floor,
    gyre,
    ratio,
    goal,
    goal === '–' ? '' : holds ? 'holds' : 'missed',
  ])
  const medians = chosen.some((name) => allMeasures[name]) ? `, medians of ${rounds} rounds` : ''
  console.log(`Node ${process.version}, ${cpus().length} cores${medians}\n`)
  console.log(markdownTable(head, cells))
}
