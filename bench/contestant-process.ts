/** The process of one contestant, as its parent sees it. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Order } from './worker.ts'

type Message = { readonly value?: unknown; readonly error?: string }

/** How long one may take to close what it opened. */
const closeMs = 10_000

export class ContestantProcess {
  readonly #name: string
  readonly #child: ChildProcess
  readonly #ready: Promise<unknown>

  /** `file` exports the contestant. Of Gyre it takes the sources, or what is published when that `isBuilt`. */
  constructor(file: string, { isBuilt = false }: { readonly isBuilt?: boolean } = {}) {
    this.#name = basename(file)
    const flags = ['--expose-gc', '--no-deprecation', '--disable-warning=ExperimentalWarning']
    this.#child = fork(fileURLToPath(new URL('./worker.ts', import.meta.url)), [file], {
      execArgv: isBuilt ? flags : ['--conditions=@gyre/source', ...flags],
      // Some frameworks check more, and are slower, elsewhere.
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.#ready = this.#answer()
    // It is told to whoever gives the first order.
    this.#ready.catch(() => {})
  }

  async order<T>(order: Order): Promise<T> {
    await this.#ready
    const answer = this.#answer()
    this.#child.send(order)
    return answer as Promise<T>
  }

  /** Closes it; one that does not close is ended. */
  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const gone = once(this.#child, 'exit')
    const impatience = setTimeout(() => this.#child.kill('SIGKILL'), closeMs)
    await this.order({ kind: 'close' }).catch(() => {})
    await gone
    clearTimeout(impatience)
  }

  #answer(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const ended = () => reject(new Error(`${this.#name} ended.`))
      this.#child.once('exit', ended)
      this.#child.once('message', ({ value, error }: Message) => {
        this.#child.off('exit', ended)
        if (error === undefined) resolve(value)
        else reject(new Error(error))
      })
    })
  }
}
