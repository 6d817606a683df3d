/** The workers of a storm: started, killed, stopped, each behind a line of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { behind, type Line, startLine } from './line.ts'
import type { WorkerOrder } from './worker-process.ts'

const program = join(import.meta.dirname, 'worker-process.ts')
/** Most of starting is compiling: what one worker compiled the next ones use. */
const compiled = join(import.meta.dirname, '../../node_modules/.cache/chaos-workers')
/** How long it takes until a worker is started that could not. */
const restartMs = 500

export class StormWorker {
  readonly line: Line
  readonly #order: WorkerOrder
  #child: ChildProcess | undefined
  #isReady = false
  #restart: NodeJS.Timeout | undefined
  /** How it ended without anybody killing it: it never should. */
  readonly deaths: string[] = []

  private constructor(line: Line, order: WorkerOrder) {
    this.line = line
    this.#order = order
  }

  static async start(order: WorkerOrder): Promise<StormWorker> {
    const line = await startLine(order.url)
    const worker = new StormWorker(line, { ...order, url: behind(order.url, line) })
    worker.spawn()
    return worker
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  /** Whether it is there and works, or would if nobody kept it from it. */
  get isReady(): boolean {
    return this.#isReady && this.#isRunning
  }

  get #isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  spawn(): void {
    const args = ['--conditions=@gyre/source', program, JSON.stringify(this.#order)]
    const env = { ...process.env, NODE_COMPILE_CACHE: compiled }
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#child = child
    this.#isReady = false
    child.stdout.once('data', () => {
      this.#isReady = true
    })
    let last = ''
    child.stderr.on('data', (piece: Buffer) => {
      last = String(piece)
    })
    child.once('exit', (code, signal) => {
      if (signal === 'SIGKILL') return
      // Whoever finds no server when it starts says so and ends, and is started again by who looks after it.
      if (this.#isReady) this.deaths.push(`a worker ended by itself, ${signal ?? code}: ${last}`)
      this.#restart = setTimeout(() => this.spawn(), restartMs)
    })
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal)
  }

  async kill(): Promise<void> {
    clearTimeout(this.#restart)
    const child = this.#child
    if (!child || !this.#isRunning) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }

  async close(): Promise<void> {
    await this.kill()
    await this.line.close()
  }
}
