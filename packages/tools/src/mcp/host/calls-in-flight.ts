/**
 * Whose call a request of a server belongs to.
 *
 * A server that wants something of a person or a model while it works does not say for which call. Over HTTP its
 * request comes on the answer of that call, and what is read there runs in the call's asynchronous context. Over one
 * pipe nothing tells calls apart: then it is clear only while there is a single one.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { ToolContext } from '@gyre/core'
import { unlessAborted } from '../unless-aborted.ts'

/** One call of a tool, while it runs. */
export class Call {
  readonly context: ToolContext
  readonly #failure = new AbortController()
  /** Aborts with the session, the tool's time, or when something went wrong that the server cannot mend. */
  readonly signal: AbortSignal
  #last: Promise<unknown> = Promise.resolve()

  constructor(context: ToolContext) {
    this.context = context
    this.signal = AbortSignal.any([context.signal, this.#failure.signal])
  }

  fail(reason: unknown): void {
    this.#failure.abort(reason)
  }

  /** One thing after the other: steps of a call are numbered in the order they come. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => {})
    return turn
  }

  /** Nobody is being asked on its behalf any more, or it was aborted. */
  async quiet(): Promise<void> {
    await unlessAborted(this.#last, this.context.signal).catch(() => {})
  }
}

const current = new AsyncLocalStorage<Call | undefined>()

export function inContextOf<T>(call: Call | undefined, work: () => T): T {
  return current.run(call, work)
}

export function callInContext(): Call | undefined {
  return current.getStore()
}

/** The calls that run on one connection. */
export class CallsInFlight {
  readonly #calls = new Set<Call>()

  async run<T>(call: Call, work: () => Promise<T>): Promise<T> {
    this.#calls.add(call)
    try {
      return await inContextOf(call, work)
    } finally {
      this.#calls.delete(call)
    }
  }

  /** The call that a request which came just now belongs to; undefined when nobody can tell. */
  asking(): Call | undefined {
    const call = current.getStore()
    if (call) return this.#calls.has(call) ? call : undefined
    const [only] = this.#calls
    return this.#calls.size === 1 ? only : undefined
  }
}
