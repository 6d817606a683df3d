/**
 * Asks a thread what would hold up everybody else in this one.
 *
 * It is started by the first question. Questions are asked one after the other; a thread that dies is the
 * failure of the one it was asked, and the next starts another.
 */
import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { type ErrorCode, GyreError } from '@gyre/core'
import type { KnowledgeQueries } from './knowledge-queries.ts'

/** What may take long. */
export type Heavy = Pick<
  KnowledgeQueries,
  'rankByText' | 'rankByVector' | 'withoutVector' | 'withoutEdges' | 'edgesOf' | 'overview' | 'names'
>
export type Question = { readonly name: keyof Heavy; readonly asked: readonly unknown[] }
export type Answer =
  | { readonly value: unknown }
  | { readonly error: { readonly code: ErrorCode; readonly message: string } }

const isSource = import.meta.url.endsWith('.ts')

export class QueryThread {
  readonly #path: string
  readonly #file: URL
  #worker: Worker | undefined
  #last: Promise<unknown> = Promise.resolve()
  #isClosed = false

  constructor(path: string, file: URL) {
    this.#path = path
    this.#file = file
  }

  ask<Name extends keyof Heavy>(name: Name, ...asked: Parameters<Heavy[Name]>): Promise<ReturnType<Heavy[Name]>> {
    const answer = this.#last.then(() => this.#answer({ name, asked }))
    this.#last = answer.catch(() => {})
    return answer as Promise<ReturnType<Heavy[Name]>>
  }

  /** Gives up what is being asked. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#worker?.terminate()
    await this.#last
  }

  async #answer(question: Question): Promise<unknown> {
    if (this.#isClosed) throw this.#failure('is closed')
    const worker = this.#worker ?? this.#start()
    // Only while somebody waits does the thread keep the process alive.
    worker.ref()
    const answer = await this.#reply(worker, question)
    worker.unref()
    if ('error' in answer) throw new GyreError(answer.error.code, answer.error.message, { path: this.#path })
    return answer.value
  }

  #reply(worker: Worker, question: Question): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const fail = (cause?: unknown) => {
      const why = cause instanceof Error ? `: ${cause.message}` : ''
      reject(this.#failure(this.#isClosed ? 'is closed' : `was not read, its thread ended${why}`))
    }
    const onExit = () => fail()
    worker.once('message', resolve).once('error', fail).once('exit', onExit)
    try {
      worker.postMessage(question)
    } catch (error) {
      fail(error)
    }
    return promise.finally(() => worker.off('message', resolve).off('error', fail).off('exit', onExit))
  }

  #start(): Worker {
    const execArgv = isSource ? ['--conditions=@gyre/source'] : []
    const worker = new Worker(this.#file, { workerData: this.#path, execArgv, env: {} })
    const forget = () => {
      if (this.#worker === worker) this.#worker = undefined
    }
    // An error with nobody asking is told by the next start, not by the end of the process.
    worker.on('error', forget).on('exit', forget)
    this.#worker = worker
    return worker
  }

  #failure(says: string): GyreError {
    return new GyreError('store-failed', `The store ${this.#path} ${says}.`, { path: this.#path })
  }
}

/**
 * Where the thread's module is: beside this one among the sources, in `sqlite` below `dist` in the bundle. Undefined
 * when another program was bundled with this one and left it out.
 */
export function queryWorkerFile(): URL | undefined {
  const folder = import.meta.url.replace(/\/dist\/(?:sqlite\/)?[^/]*$/, '/dist/sqlite/')
  const file = new URL(isSource ? './query-worker.ts' : './query-worker.js', folder)
  return existsSync(file) ? file : undefined
}
