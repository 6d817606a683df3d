/** A process that runs one contestant. Orders come from the parent; only one worker is busy at a time. */
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Contestant, Durable, Place } from './contestant.ts'
import { allParked, letGo } from './parking.ts'
import { timed, type Workload } from './scripted-task.ts'

export type Order =
  | { readonly kind: 'open'; readonly way: string; readonly place: Place }
  | { readonly kind: 'warm'; readonly workload: Workload; readonly forMs: number }
  | { readonly kind: 'time'; readonly workload: Workload; readonly runs: number; readonly atOnce?: boolean }
  | { readonly kind: 'peak'; readonly workload: Workload; readonly runs: number }
  | { readonly kind: 'held'; readonly workload: Workload; readonly runs: number; readonly parksAt: number }
  | { readonly kind: 'close' }

export type Peak = { readonly ms: number; readonly rssKb: number; readonly heapKb: number }

const { contestant } = (await import(process.argv[2] ?? '')) as { contestant: Contestant }
let durable: Durable | undefined

async function run(workload: Workload): Promise<unknown> {
  const side = durable ?? contestant
  if (!side.run) throw new Error('It runs with a store only.')
  return side.run(workload)
}

async function openStore(way: string, place: Place): Promise<void> {
  const open = contestant.durable?.[way]
  if (!open) throw new Error(`There is no way \`${way}\`.`)
  durable = await open(place)
}

/** Milliseconds that the last run took. */
async function warm(workload: Workload, forMs: number): Promise<number> {
  const end = performance.now() + forMs
  let lastMs: number
  do lastMs = await timed(workload, run, { runs: 1 })
  while (performance.now() < end)
  return lastMs
}

/** Many runs at once: time, and how far the process grew over what it was after a few runs. */
async function peak(workload: Workload, runs: number): Promise<Peak> {
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

/** Kilobytes alive for each of many runs that stand at the same turn. */
async function held(workload: Workload, runs: number, parksAt: number): Promise<number> {
  await timed(workload, run, { runs: 30 })
  const before = await liveBytes()
  const done = timed({ ...workload, parksAt }, run, { runs, atOnce: true })
  await Promise.race([allParked(runs), done])
  const kb = ((await liveBytes()) - before) / 1024 / runs
  letGo()
  await done
  return kb
}

/** After a moment: some let go of what they held only once the event loop has turned. */
async function liveBytes(): Promise<number> {
  await sleep(50)
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
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
      return openStore(order.way, order.place)
    case 'warm':
      return warm(order.workload, order.forMs)
    case 'time':
      return timed(order.workload, run, order)
    case 'peak':
      return peak(order.workload, order.runs)
    case 'held':
      return held(order.workload, order.runs, order.parksAt)
    case 'close':
      return durable?.close()
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
