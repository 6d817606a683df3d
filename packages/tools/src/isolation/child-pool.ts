/** Children at work and at rest: one that behaved is used again for the same module and session. */
import type { ChildOptions } from './child-command.ts'
import { type CallTerms, IsolatedChild } from './isolated-child.ts'
import { abortedFault, isolationFault } from './isolation-fault.ts'
import type { Request } from './protocol.ts'

export type PoolBounds = {
  /** At work at the same time; further calls wait for a place. */
  readonly mostWorking: number
  readonly mostResting: number
  /** How long one rests before it is ended. */
  readonly restMs: number
}

export type IsolatedCall = {
  readonly child: ChildOptions
  readonly request: Omit<Request, 'id'>
  readonly terms: CallTerms
  /** What a module remembers is for this session alone. */
  readonly session?: string | undefined
}

type Resting = { readonly key: string; readonly child: IsolatedChild; readonly timer: NodeJS.Timeout }

export class ChildPool {
  readonly #bounds: PoolBounds
  readonly #children = new Set<IsolatedChild>()
  /** The one that rests longest comes first. */
  #resting: readonly Resting[] = []
  #working = 0
  readonly #queue = new Set<PromiseWithResolvers<void>>()

  constructor(bounds: PoolBounds) {
    this.#bounds = bounds
  }

  /** The processes there are. */
  get size(): number {
    return this.#children.size
  }

  async run({ child: options, request, terms, session }: IsolatedCall): Promise<unknown> {
    if (terms.signal?.aborted) throw abortedFault(terms.signal.reason)
    if (this.#working < this.#bounds.mostWorking) this.#working += 1
    else await this.#turn(terms.signal)
    const key = JSON.stringify([options.module.href, options.memoryMb, options.permissions, session])
    try {
      const child = this.#rested(key) ?? this.#started(options)
      try {
        return await child.call(request, terms)
      } finally {
        this.#rest(key, child)
      }
    } finally {
      this.#leave()
    }
  }

  /** Ends every process. Calls that are under way fail. */
  async close(): Promise<void> {
    const fault = isolationFault('ended', 'The isolated code was stopped: the program ends.')
    for (const turn of this.#queue) turn.reject(fault)
    this.#queue.clear()
    const children = [...this.#children]
    for (const child of children) {
      child.holdParent(true)
      child.stop(fault)
    }
    await Promise.all(children.map(({ ended }) => ended))
  }

  #started(options: ChildOptions): IsolatedChild {
    const child = new IsolatedChild(options)
    this.#children.add(child)
    void child.ended.then(() => {
      this.#children.delete(child)
      this.#forget(child)
    })
    return child
  }

  #rested(key: string): IsolatedChild | undefined {
    const child = this.#resting.findLast((each) => each.key === key && each.child.isUsable)?.child
    if (!child) return undefined
    this.#forget(child)
    child.holdParent(true)
    return child
  }

  #rest(key: string, child: IsolatedChild): void {
    if (!child.isUsable) return
    child.holdParent(false)
    const timer = setTimeout(() => this.#end(child), this.#bounds.restMs).unref()
    this.#resting = [...this.#resting, { key, child, timer }]
    const [oldest] = this.#resting
    if (oldest && this.#resting.length > this.#bounds.mostResting) this.#end(oldest.child)
  }

  #end(child: IsolatedChild): void {
    this.#forget(child)
    child.stop(isolationFault('ended', 'The isolated code was stopped: nobody used it.'))
  }

  #forget(child: IsolatedChild): void {
    clearTimeout(this.#resting.find((each) => each.child === child)?.timer)
    this.#resting = this.#resting.filter((each) => each.child !== child)
  }

  /** Waits for the place of one that leaves. */
  async #turn(signal: AbortSignal | undefined): Promise<void> {
    const turn = Promise.withResolvers<void>()
    const abort = () => {
      // Gone from the queue at once: a place that is given to it would be lost.
      this.#queue.delete(turn)
      turn.reject(abortedFault(signal?.reason))
    }
    this.#queue.add(turn)
    signal?.addEventListener('abort', abort, { once: true })
    await turn.promise.finally(() => signal?.removeEventListener('abort', abort))
  }

  #leave(): void {
    const [next] = this.#queue
    if (!next) {
      this.#working -= 1
      return
    }
    this.#queue.delete(next)
    next.resolve()
  }
}
