/** From the writing of a fact in one process to its sight in another. */
import { isFact } from '@gyre/core'
import { markdownTable } from '../../scripts/reference/markdown-table.ts'
import { percentile } from '../../test/chaos/takeovers.ts'
import { whole } from '../figures.ts'
import { newDatabase } from './contestants.ts'
import { startOptions } from './lookup.ts'
import { BenchWorker, openOfferer } from './offerer.ts'

export async function latency(server: string): Promise<string> {
  const rows: string[][] = []
  for (const watched of [1, 50]) {
    const { ms, isComplete } = await latencies(await newDatabase(server, `latency_${watched}`), watched)
    const cells = [0.5, 0.95, 0.99].map((share) => whole(percentile(ms, share)))
    rows.push([whole(watched), whole(ms.length), ...cells, isComplete ? 'none' : 'some'])
  }
  return markdownTable(['sessions watched at once', 'facts', 'ms, p50', 'p95', 'p99', 'facts lost'], rows)
}

/** Both processes have the clock of this machine. A session is watched from before it begins. */
async function latencies(url: string, watched: number) {
  const { runtime, close } = await openOfferer(url)
  const worker = await BenchWorker.start({ url, concurrency: watched, modelMs: 50 })
  const ms: number[] = []
  let isComplete = true
  const watch = async () => {
    const { id } = await runtime.start('react', 'Watch.', startOptions)
    let seq = 0
    for await (const event of runtime.events(id)) {
      if (!isFact(event)) continue
      isComplete &&= event.seq === ++seq
      if (event.type !== 'session.created') ms.push(Date.now() - Date.parse(event.at))
    }
  }
  await Promise.all(Array.from({ length: watched }, watch))
  await worker.end()
  await close()
  return { ms, isComplete }
}
