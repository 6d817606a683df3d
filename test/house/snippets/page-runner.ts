/** A process that runs the blocks of some pages, one after the other, each page in its own folder. */
import { pathToFileURL } from 'node:url'
import { formatWithOptions } from 'node:util'
import { loadConfig } from '../../../packages/gyre/src/config/load-config.ts'
import { closeNetwork } from './closed-network.ts'

export type Job = {
  readonly id: string
  readonly folder: string
  /** The whole path. */
  readonly file: string
  readonly way: 'program' | 'config'
}

export type Orders = { readonly standIn: string; readonly jobs: readonly Job[] }

export type Done = { readonly id: string; readonly error: string | null; readonly printed: string }

/** A block that takes longer waits for something that does not come. */
const patienceMs = 20_000

let printed: string[] = []
let fail: (error: unknown) => void = () => {}

process.on('uncaughtException', (error) => fail(error))
process.on('unhandledRejection', (error) => fail(error))

for (const method of ['log', 'info', 'error', 'warn', 'dir'] as const) {
  console[method] = (...said: readonly unknown[]) => {
    if (method !== 'error' && method !== 'warn') printed.push(formatWithOptions({ colors: false }, ...said))
  }
}
process.stdout.write = (() => true) as typeof process.stdout.write

process.once('message', async ({ standIn, jobs }: Orders) => {
  closeNetwork(standIn)
  for (const job of jobs) {
    printed = []
    const error = await run(job)
    process.send?.({ id: job.id, error, printed: `${printed.join('\n')}\n` } satisfies Done)
  }
  process.disconnect()
  // A block may leave a server that listens, as it would in a program.
  setImmediate(() => process.exit(0))
})

async function run({ folder, file, way }: Job): Promise<string | null> {
  process.chdir(folder)
  const failed = Promise.withResolvers<never>()
  fail = failed.reject
  const timer = setTimeout(() => fail(new Error(`It did not end within ${patienceMs} ms.`)), patienceMs)
  const work = way === 'config' ? loadConfig(file, { cwd: folder }) : import(pathToFileURL(file).href)
  try {
    await Promise.race([work, failed.promise])
    // What it left behind, and nobody waited for, may fail a moment later.
    await Promise.race([new Promise((resolve) => setImmediate(resolve)), failed.promise])
    return null
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error)
  } finally {
    clearTimeout(timer)
  }
}
