/** A process that begins sessions and runs none, and workers beside it. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Runtime } from '@gyre/core'
import { postgresDispatcher, postgresStore } from '@gyre/stores/postgres'
import type { BenchWorkerOrder } from './bench-worker.ts'
import { lookupEquipment } from './lookup.ts'

export async function openOfferer(url: string) {
  const store = await postgresStore(url, { key: 'bench' })
  const dispatcher = await postgresDispatcher(store, { concurrency: 0, version: 'bench' })
  const runtime = new Runtime({ store, dispatcher, ...lookupEquipment(0) })
  return {
    runtime,
    store,
    async close() {
      await runtime.close({ keepStore: true })
      await dispatcher.close()
      await store.close()
    },
  }
}

export class BenchWorker {
  readonly #child: ChildProcess

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  static async start(order: BenchWorkerOrder): Promise<BenchWorker> {
    const execArgv = ['--conditions=@gyre/source', '--disable-warning=ExperimentalWarning']
    const program = fileURLToPath(new URL('./bench-worker.ts', import.meta.url))
    const child = fork(program, [JSON.stringify(order)], { execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    await once(child, 'message')
    return new BenchWorker(child)
  }

  async end(): Promise<void> {
    const gone = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    await gone
  }
}
