/** The tool loop, durable in PostgreSQL: Gyre beside raw inserts and those who do the same. */

import { markdownTable } from '../../scripts/reference/markdown-table.ts'
import type { ContestantProcess } from '../contestant-process.ts'
import { median, whole } from '../figures.ts'
import type { Workload } from '../scripted-task.ts'
import { contestantNames, databaseSize, newDatabase, openContestant } from './contestants.ts'

const twenty: Workload = { iterations: 20, width: 1, toolMs: 0 }
const crowd = 50
const runs = 10

type Side = { readonly name: string; readonly url: string; readonly process: ContestantProcess }

type Measured = { readonly one: number[]; readonly many: number[]; bytes: number }

export async function throughput(server: string, rounds: number): Promise<string> {
  const names = contestantNames()
  const sides: Side[] = []
  for (const [at, name] of names.entries()) {
    const url = await newDatabase(server, `throughput_${at}`)
    sides.push({ name, url, process: await openContestant(name, url) })
  }
  const results = new Map<string, Measured>(names.map((name) => [name, { one: [], many: [], bytes: 0 }]))
  for (const side of sides) await side.process.order({ kind: 'time', workload: twenty, runs: 5, atOnce: true })
  for (let round = 0; round < rounds; round++) {
    // Everybody is first once.
    const turn = round % sides.length
    for (const side of [...sides.slice(turn), ...sides.slice(0, turn)]) {
      const result = results.get(side.name)
      result?.one.push(await side.process.order<number>({ kind: 'time', workload: twenty, runs }))
      result?.many.push(await side.process.order<number>({ kind: 'time', workload: twenty, runs: crowd, atOnce: true }))
    }
  }
  for (const side of sides) await storedBytes(side, results.get(side.name))
  for (const side of sides) await side.process.end()
  return report(results)
}

async function storedBytes(side: Side, result: Measured | undefined): Promise<void> {
  const before = await databaseSize(side.url)
  await side.process.order({ kind: 'time', workload: twenty, runs: 200, atOnce: true })
  if (result) result.bytes = ((await databaseSize(side.url)) - before) / 200
}

function report(results: ReadonlyMap<string, Measured>): string {
  const per = (ms: number) => (ms / runs / twenty.iterations) * 1000
  const rate = (ms: number) => (crowd * twenty.iterations) / (ms / 1000)
  const floor = results.get('raw inserts')
  const rows = [...results].map(([name, { one, many, bytes }]) => [
    name,
    whole(per(median(one))),
    `${(median(one) / median(floor?.one ?? [])).toFixed(2)}×`,
    whole(rate(median(many))),
    `${(median(floor?.many ?? []) / median(many)).toFixed(2)}×`,
    whole(bytes / 1024),
  ])
  const head = ['', 'µs per iteration', 'to raw', `iterations/s, ${crowd} at once`, 'to raw', 'kB per run of 20']
  return markdownTable(head, rows)
}
