/** How much more two worker processes do than one: with a model that takes no time, and with one that does. */
import { setTimeout as sleep } from 'node:timers/promises'
import { markdownTable } from '../../scripts/reference/markdown-table.ts'
import { whole } from '../figures.ts'
import { newDatabase, query } from './contestants.ts'
import { lookups, startOptions, stepsOf } from './lookup.ts'
import { BenchWorker, openOfferer } from './offerer.ts'

type Setting = { readonly sessions: number; readonly concurrency: number; readonly modelMs: number }

const settings: readonly Setting[] = [
  { sessions: 600, concurrency: 50, modelMs: 0 },
  { sessions: 600, concurrency: 20, modelMs: 50 },
]

export async function workers(server: string): Promise<string> {
  const rows: string[][] = []
  for (const [at, setting] of settings.entries()) {
    const rates: number[] = []
    for (const count of [1, 2]) {
      const url = await newDatabase(server, `workers_${at}_${count}`)
      rates.push(await drain(url, setting, count))
    }
    const [one = 0, two = 0] = rates
    const { concurrency, modelMs } = setting
    rows.push([
      `model of ${modelMs} ms, ${concurrency} sessions at once each`,
      whole(one),
      whole(two),
      `${(two / one).toFixed(2)}×`,
      whole(two * stepsOf(lookups)),
    ])
  }
  return markdownTable(['', 'sessions/s, 1 worker', '2 workers', 'ratio', 'steps/s, 2 workers'], rows)
}

/** Sessions a second, from the moment the workers are there to the last end. */
async function drain(url: string, { sessions, concurrency, modelMs }: Setting, count: number): Promise<number> {
  const { runtime, close } = await openOfferer(url)
  await Promise.all(Array.from({ length: sessions }, () => runtime.start('react', 'Look up.', startOptions)))
  const started = performance.now()
  const began = await Promise.all(Array.from({ length: count }, () => BenchWorker.start({ url, concurrency, modelMs })))
  const ready = performance.now()
  const before = await endedOf(url)
  while ((await endedOf(url)) < sessions) await sleep(20)
  const seconds = (performance.now() - ready) / 1000
  console.error(`  ${count} worker(s) up after ${whole(ready - started)} ms`)
  for (const worker of began) await worker.end()
  await close()
  return (sessions - before) / seconds
}

async function endedOf(url: string): Promise<number> {
  return Number((await query(url, `SELECT count(*) AS n FROM gyre.session WHERE state = 'ended'`))[0]?.['n'])
}
