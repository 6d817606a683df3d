/**
 * How long a session of higher priority waits for its worker: with nothing before it, with enough that all places are taken,
 * and with ten thousand. What it waits longer behind ten thousand than behind some hundreds is what a backlog costs.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { markdownTable } from '../../scripts/reference/markdown-table.ts'
import { percentile } from '../../test/chaos/takeovers.ts'
import { whole } from '../figures.ts'
import { newDatabase } from './contestants.ts'
import { startOptions } from './lookup.ts'
import { BenchWorker, openOfferer } from './offerer.ts'

const samples = 40

export async function backlog(server: string): Promise<string> {
  const rows: string[][] = []
  for (const queued of [0, 500, 10_000]) {
    const waits = await waitsBehind(await newDatabase(server, `backlog_${queued}`), queued)
    rows.push([whole(queued), whole(percentile(waits, 0.5)), whole(percentile(waits, 0.95)), whole(Math.max(...waits))])
  }
  return markdownTable(['queued before it', 'ms to its worker, p50', 'p95', 'max'], rows)
}

async function waitsBehind(url: string, queued: number): Promise<readonly number[]> {
  const { runtime, store, close } = await openOfferer(url)
  for (let at = 0; at < queued; at += 500) {
    await Promise.all(
      Array.from({ length: Math.min(500, queued - at) }, () => runtime.start('react', 'Wait.', startOptions)),
    )
  }
  const workers = await Promise.all([1, 2].map(() => BenchWorker.start({ url, concurrency: 20, modelMs: 50 })))
  await sleep(1000)
  const waits: number[] = []
  for (let sample = 0; sample < samples; sample++) {
    const started = performance.now()
    const { id } = await runtime.start('react', 'Now.', { ...startOptions, priority: 10 })
    while ((await store.sessions.get(id))?.token === 0) await sleep(2)
    waits.push(performance.now() - started)
    await sleep(50)
  }
  for (const worker of workers) await worker.end()
  await close()
  return waits
}
