/** A process that runs one contestant. Orders come from the parent; only one worker is busy at a time. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Contestant, Durable } from './contestant.ts'
import { timed, type Workload } from './scripted-task.ts'

export type Order =
  | { readonly kind: 'open'; readonly synchronous: 'FULL' | 'NORMAL' }
  | { readonly kind: 'warm'; readonly workload: Workload; readonly forMs: number }
  | { readonly kind: 'time'; readonly workload: Workload; readonly runs: number; readonly atOnce?: boolean }
  | { readonly kind: 'bytes'; readonly workload: Workload; readonly runs: number }
  | { readonly kind: 'peak'; readonly workload: Workload; readonly runs: number }
  | { readonly kind: 'close' }

const { contestant } = (await import(`./${process.argv[2]}.ts`)) as { contestant: Contestant }
const folder = mkdtempSync(join(tmpdir(), 'gyre-bench-'))
let durable: Durable | undefined
let file = ''

const run = (workload: Workload) => (durable ?? contestant).run(workload)

async function warm(workload: Workload, forMs: number): Promise<number> {
  const end = performance.now() + forMs
  let runs = 0
  while (performance.now() < end || runs === 0) {
    await timed(workload, run, { runs: 1 })
    runs += 1
  }
  return forMs / runs
}

/** Bytes a run adds to the file, its log written back. */
async function bytes(workload: Workload, runs: number): Promise<number> {
  const before = sizeOf(file)
  await timed(workload, run, { runs })
  return (sizeOf(file) - before) / runs
}

function sizeOf(database: string): number {
  const other = new DatabaseSync(database, { timeout: 5000 })
  other.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  other.close()
  return statSync(database).size
}

/** Many runs at once: time, and how far the process grew over what it was after a few runs. */
async function peak(workload: Workload, runs: number): Promise<{ ms: number; rssKb: number; heapKb: number }> {
  await timed(workload, run, { runs: 2 })
  globalThis.gc?.()
  const rss = process.memoryUsage.rss()
  await timed(workload, run, { runs: 30 })
  globalThis.gc?.()
  const heap = process.memoryUsage().heapUsed
  forgetPeak()
  const ms = await timed(workload, run, { runs, atOnce: true })
  const rssKb = (peakRss() - rss) / 1024 / runs
  globalThis.gc?.()
  return { ms, rssKb, heapKb: (process.memoryUsage().heapUsed - heap) / 1024 / runs }
}

function peakRss(): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024
  } catch {
    return process.resourceUsage().maxRSS * 1024
  }
}

function forgetPeak(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5')
  } catch {
    // Elsewhere the peak of the whole process has to do.
  }
}

async function obey(order: Order): Promise<unknown> {
  switch (order.kind) {
    case 'open':
      file = join(folder, 'bench.db')
      durable = contestant.durable?.(file, order.synchronous)
      return undefined
    case 'warm':
      return warm(order.workload, order.forMs)
    case 'time':
      return timed(order.workload, run, order)
    case 'bytes':
      return bytes(order.workload, order.runs)
    case 'peak':
      return peak(order.workload, order.runs)
    case 'close':
      await durable?.close()
      rmSync(folder, { recursive: true, force: true })
      return undefined
  }
}

process.on('message', async (order: Order) => {
  try {
    process.send?.({ value: await obey(order) })
  } catch (error) {
    process.send?.({ error: error instanceof Error ? error.stack : String(error) })
  }
  if (order.kind === 'close') {
    await sleep(10)
    process.exit(0)
  }
})
process.send?.({ value: 'ready' })
