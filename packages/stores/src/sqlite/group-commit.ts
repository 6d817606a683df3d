/**
 * Everything that is written goes through one queue, and what comes within one turn of the event
 * loop shares one transaction: with `synchronous=FULL` a commit costs hundreds of microseconds
 * however many rows it holds.
 *
 * By `setImmediate`, never by microtask: a microtask would run before timers and sockets and starve
 * them. Order is the order of the calls, so a session that appends and then parks need not wait in between.
 */
import { GyreError } from '@gyre/core'
import type { Connection } from './connection.ts'
import { isTrouble, storeError } from './store-error.ts'

/** The rows of one transaction, about: 500 rows already stall the loop for 3 to 18 ms. */
const rowCap = 250

export type Write<T> = {
  /** How many rows it writes. */
  readonly rows: number
  /** It is one statement, which needs no transaction round it when it comes alone. */
  readonly isSingle: boolean
  /** Does it, or throws. May be called again after a rollback, so it changes nothing but the database. */
  apply(): T
  /** Told at once, before anything of a later transaction is applied. */
  done?(): void
  failed?(error: GyreError): void
  /** Nobody need wait for it: a failure that is not waited for is no unhandled rejection. */
  readonly isQuiet?: boolean
}

type Entry = {
  readonly write: Write<unknown>
  readonly promise: Promise<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (error: GyreError) => void
  value: unknown
}

export class GroupCommit {
  readonly #connection: Connection
  #queue: Entry[] = []
  #isScheduled = false
  #isClosed = false
  /** How many transactions there were. */
  count = 0

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Resolves once it is durable. */
  write<T>(write: Write<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const settle = { resolve: resolve as Entry['resolve'], reject }
    const entry = { write, promise, ...settle, value: undefined }
    if (this.#isClosed) fail(entry, this.#closed())
    else this.#enqueue(entry)
    return promise
  }

  /** Reads, with everything that was written before in place. */
  async read<T>(look: () => T): Promise<T> {
    if (this.#isClosed) throw this.#closed()
    this.flush()
    try {
      return look()
    } catch (error) {
      throw storeError(error, this.#connection.path)
    }
  }

  /** Commits what is waiting, now. */
  flush(): void {
    while (this.#queue.length > 0) this.#commit(this.#nextBatch())
  }

  close(): void {
    this.flush()
    this.#isClosed = true
  }

  #enqueue(entry: Entry): void {
    this.#queue.push(entry)
    this.#schedule()
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      if (this.#queue.length > 0) this.#commit(this.#nextBatch())
      if (this.#queue.length > 0) this.#schedule()
    })
  }

  #nextBatch(): Entry[] {
    let rows = 0
    const end = this.#queue.findIndex(({ write }) => {
      rows += write.rows
      return rows > rowCap
    })
    if (end < 0) {
      const all = this.#queue
      this.#queue = []
      return all
    }
    return this.#queue.splice(0, Math.max(end, 1))
  }

  /** One that cannot be written fails alone: the others are tried again without it. */
  #commit(batch: readonly Entry[]): void {
    let rest = batch
    while (rest.length > 0) {
      const culprit = this.#attempt(rest)
      rest = culprit ? rest.filter((entry) => entry !== culprit) : []
    }
  }

  /** Writes all or nothing. Answers with the one that stood in the way, when it was not the file or its disk. */
  #attempt(batch: readonly Entry[]): Entry | undefined {
    let current: Entry | undefined
    const applyAll = (): void => {
      for (current of batch) current.value = current.write.apply()
      current = undefined
    }
    try {
      if (batch.length === 1 && batch[0]?.write.isSingle) applyAll()
      else this.#connection.transaction(applyAll)
    } catch (error) {
      const culprit = isTrouble(error) ? undefined : current
      const failure = storeError(error, this.#connection.path)
      for (const entry of culprit ? [culprit] : batch) fail(entry, failure)
      return culprit
    }
    this.count += 1
    batch.forEach(succeed)
    return undefined
  }

  #closed(): GyreError {
    return new GyreError('store-failed', `The store ${this.#connection.path} is closed.`)
  }
}

function succeed(entry: Entry): void {
  entry.write.done?.()
  entry.resolve(entry.value)
}

function fail(entry: Entry, error: GyreError): void {
  entry.write.failed?.(error)
  if (entry.write.isQuiet) entry.promise.catch(() => {})
  entry.reject(error)
}
