/** One child process, and one call of it at a time. Whatever it does wrong ends it. */
import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { GyreError } from '@gyre/core'
import { CappedLines } from './capped-lines.ts'
import { type ChildOptions, childCommand } from './child-command.ts'
import { abortedFault, endedFault, isolationFault, outputFault, startFault, thrownFault } from './isolation-fault.ts'
import { type Answer, mostBytes, pipes, type Request, readSaid } from './protocol.ts'

/** A machine may be busy and a module large: this is for one that never ends to load. */
const longestStartMs = 20_000
/** As much of its stderr as is looked at for the reason it ended. */
const keptErrors = 8192

/** Without a time of its own a call ends by its signal. */
export type CallTerms = { readonly timeoutMs?: number | undefined; readonly signal?: AbortSignal | undefined }

type Waiting = { resolve(answer: Answer | undefined): void; reject(error: GyreError): void }

export class IsolatedChild {
  /** When there is no process any more. */
  readonly ended: Promise<void>
  readonly #process: ChildProcess
  readonly #options: ChildOptions
  readonly #lines = new CappedLines(mostBytes)
  /** Who waits for what it says next; nobody while it rests. */
  #waiting: Waiting | undefined
  /** Why it was ended. */
  #fault: GyreError | undefined
  #isReady = false
  #lastId = 0
  #printed = 0
  #errors = ''

  constructor(options: ChildOptions) {
    this.#options = options
    this.#process = spawn(process.execPath, childCommand(options), {
      cwd: dirname(fileURLToPath(options.module)),
      env: {},
      stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
      windowsHide: true,
    })
    this.ended = new Promise((resolve) => {
      this.#process.once('close', () => resolve())
    })
    this.#listen()
  }

  get pid(): number | undefined {
    return this.#process.pid
  }

  /** Whether it can be given another call. */
  get isUsable(): boolean {
    return this.#isReady && !this.#fault && !this.#waiting
  }

  /** The value that an export gives for these arguments. */
  async call(request: Omit<Request, 'id'>, terms: CallTerms): Promise<unknown> {
    if (!this.#isReady) {
      const late = `The isolated code did not load within ${longestStartMs / 1000} s and was stopped.`
      await this.#next({ ...terms, timeoutMs: longestStartMs }, late)
    }
    this.#lastId += 1
    this.#printed = 0
    const late = `The isolated code gave no answer within ${terms.timeoutMs} ms and was stopped.`
    const coming = this.#next(terms, late)
    this.#process.stdin?.write(`${JSON.stringify({ id: this.#lastId, ...request })}\n`)
    const answer = await coming
    if (!answer?.isFree) this.stop(isolationFault('protocol', 'The isolated code left something running.'))
    if (answer?.threw !== undefined) throw thrownFault(answer.threw, answer.code)
    return answer?.value
  }

  /** Whether the parent stays for it. One that rests ends with its parent. */
  holdParent(holds: boolean): void {
    const streams = this.#process.stdio as readonly (Socket | null)[]
    for (const each of [this.#process, ...streams]) holds ? each?.ref() : each?.unref()
  }

  /** Ends it at once, whatever it is doing; who waits for it is told why. */
  stop(fault: GyreError): void {
    if (this.#fault) return
    this.#fault = fault
    this.#process.kill('SIGKILL')
    for (const stream of this.#process.stdio) stream?.destroy()
    this.#waiting?.reject(fault)
    this.#waiting = undefined
  }

  /** What it says next, within its time. */
  #next({ timeoutMs, signal }: CallTerms, late: string): Promise<Answer | undefined> {
    if (signal?.aborted) this.stop(abortedFault(signal.reason))
    if (this.#fault) return Promise.reject(this.#fault)
    const { promise, resolve, reject } = Promise.withResolvers<Answer | undefined>()
    this.#waiting = { resolve, reject }
    const stop = () => this.stop(isolationFault('timeout', late))
    const timer = timeoutMs === undefined ? undefined : setTimeout(stop, timeoutMs)
    const abort = () => this.stop(abortedFault(signal?.reason))
    signal?.addEventListener('abort', abort, { once: true })
    return promise.finally(() => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    })
  }

  #listen(): void {
    const { stdio } = this.#process
    for (const stream of stdio) {
      // A pipe that breaks is told by the end of the process.
      stream?.on('error', () => {})
    }
    for (const number of [1, 2]) stdio[number]?.on('data', (chunk: Buffer) => this.#print(chunk, number === 2))
    stdio[pipes.answers]?.on('data', (chunk: Buffer) => this.#hear(chunk))
    this.#process.once('error', (error) => this.stop(startFault(error)))
    this.#process.once('close', (code, signal) => {
      this.stop(endedFault({ code, signal, errors: this.#errors, memoryMb: this.#options.memoryMb }))
    })
  }

  #print(chunk: Buffer, isError: boolean): void {
    this.#printed += chunk.length
    if (this.#printed > mostBytes) this.stop(outputFault())
    if (isError) this.#errors = (this.#errors + chunk.toString('utf8')).slice(-keptErrors)
  }

  #hear(chunk: Buffer): void {
    const lines = this.#lines.add(chunk)
    if (!lines) this.stop(outputFault())
    for (const line of lines ?? []) this.#take(line)
  }

  #take(line: string): void {
    const said = readSaid(line)
    if (said && 'unloadable' in said && !this.#isReady) {
      const file = fileURLToPath(this.#options.module)
      this.stop(isolationFault('start', `The isolated code ${file} could not be loaded: ${said.unloadable}`))
    } else if (said && 'ready' in said && !this.#isReady) {
      this.#isReady = true
      this.#give(undefined)
    } else if (said && 'id' in said && said.id === this.#lastId && this.#waiting) {
      this.#give(said)
    } else {
      this.stop(isolationFault('protocol', 'The isolated code spoke out of turn and was stopped.'))
    }
  }

  #give(answer: Answer | undefined): void {
    this.#waiting?.resolve(answer)
    this.#waiting = undefined
  }
}
