/** A worker of a benchmark: `node bench-worker.ts ORDER`, where the order is JSON. It says `ready`, and works until it is ended. */
import { Runtime } from '@gyre/core'
import { postgresDispatcher, postgresStore } from '@gyre/stores/postgres'
import { lookupEquipment } from './lookup.ts'

export type BenchWorkerOrder = { readonly url: string; readonly concurrency: number; readonly modelMs: number }

const { url, concurrency, modelMs } = JSON.parse(process.argv[2] ?? '{}') as BenchWorkerOrder
const store = await postgresStore(url, { key: 'bench' })
const dispatcher = await postgresDispatcher(store, { concurrency, version: 'bench' })
const runtime = new Runtime({ store, dispatcher, ...lookupEquipment(modelMs) })
process.on('SIGTERM', async () => {
  await runtime.close({ graceMs: 0, keepStore: true })
  await dispatcher.close()
  await store.close()
  process.exit(0)
})
process.send?.('ready')
