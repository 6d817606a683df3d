/** The workers of a storm: started, killed, stopped, each behind a line of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Line, startLine } from './line.ts'
import type { WorkerOrder } from './worker-process.ts'

const program = join(import.meta.dirname, 'worker-process.ts')
/** Most of starting is compiling: what one worker compiled the next ones use. */
const compiled = join(import.meta.dirname, '../../node_modules/.cache/chaos-workers')

export class StormWorker {
  readonly line: Line
  readonly #order: WorkerOrder
  #child: ChildProcess | undefined
  isStopped = false

  private constructor(line: Line, order: WorkerOrder) {
    this.line = line
    this.#order = order
  }

  static async start(order: WorkerOrder): Promise<StormWorker> {
    const { hostname, port } = new URL(order.url)
    const line = await startLine({ host: hostname, port: Number(port) })
    const behind = new URL(order.url)
    behind.port = String(line.port)
    const worker = new StormWorker(line, { ...order, url: behind.href })
    worker.spawn()
    return worker
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  spawn(): void {
    const args = ['--conditions=@gyre/source', program, JSON.stringify(this.#order)]
    const env = { ...process.env, NODE_COMPILE_CACHE: compiled }
    this.#child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
    this.isStopped = false
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal)
    if (signal === 'SIGSTOP') this.isStopped = true
    if (signal === 'SIGCONT') this.isStopped = false
  }

  async kill(): Promise<void> {
    const child = this.#child
    if (!child || !this.isRunning) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }

  async close(): Promise<void> {
    await this.kill()
    await this.line.close()
  }
}
