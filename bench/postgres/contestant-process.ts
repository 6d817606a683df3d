/** A process that runs one contestant on PostgreSQL. Orders come from the parent; only one is busy at a time. */
import { setTimeout as sleep } from 'node:timers/promises'
import { timed, type Workload } from '../scripted-task.ts'

export type OnPostgres = {
  run(workload: Workload): Promise<unknown>
  close(): Promise<void>
}

export type Order =
  | { readonly kind: 'time'; readonly workload: Workload; readonly runs: number; readonly atOnce?: boolean }
  | { readonly kind: 'close' }

const [, , file = '', url = ''] = process.argv
const { openOn } = (await import(file)) as { openOn(url: string): Promise<OnPostgres> }
const contestant = await openOn(url)

async function obey(order: Order): Promise<unknown> {
  if (order.kind === 'time') return timed(order.workload, (workload) => contestant.run(workload), order)
  return contestant.close()
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
