/** The shortest program of a contestant: one look-up, then the answer. Its parent has the clock. */
import type { Contestant } from '../contestant.ts'
import { timed, type Workload } from '../scripted-task.ts'

const [, , file = '', way, folder = '', url = ''] = process.argv
const { contestant } = (await import(file)) as { contestant: Contestant }
const loadedMs = performance.now()
const { run } = (way === undefined ? contestant : await contestant.durable?.[way]?.({ folder, url })) ?? {}
if (!run) throw new Error(`It does not run ${way ?? 'in memory'}.`)
const once: Workload = { iterations: 1, width: 1, toolMs: 0 }
await timed(once, run, { runs: 1 })
const told = JSON.stringify({ loadedMs, rssMb: process.memoryUsage.rss() / 1024 / 1024 })
// What a store or a framework keeps going is of no interest now.
process.stdout.write(told, () => process.exit(0))
