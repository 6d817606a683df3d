/** What a running tool is given, with the end of its time. */
import type { Clock } from '../ports/clock.ts'
import type { ToolSpec } from '../ports/model.ts'
import type { ToolContext, ToolProgress } from './tool.ts'

/**
 * The time a call has. It stands still while the call waits for steps of its own: those have their own time,
 * and a person may take hours.
 */
export class CallTime {
  readonly #clock: Clock
  #expiry: AbortController | undefined
  #signal: AbortSignal | undefined
  #expire: (() => void) | undefined
  #left = 0
  #since = 0
  #cancel: (() => void) | undefined
  #waits = 0
  #unlisten: (() => void) | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Made only for tools that look at it. */
  signalWithin(session: AbortSignal): AbortSignal {
    this.#expiry ??= new AbortController()
    this.#signal ??= AbortSignal.any([session, this.#expiry.signal])
    return this.#signal
  }

  /** Rejects when so much time is over, and aborts the signal; or when the session is stopped. */
  end(ms: number, session: AbortSignal): Promise<never> {
    const { promise, reject } = Promise.withResolvers<never>()
    const stopped = () => reject(new Error('the session was stopped'))
    this.#left = ms
    this.#expire = () => {
      reject(new Error(`no answer within ${ms} ms`))
      this.#expiry?.abort()
    }
    session.addEventListener('abort', stopped)
    this.#unlisten = () => session.removeEventListener('abort', stopped)
    if (session.aborted) stopped()
    else this.#run()
    return promise
  }

  stop(): void {
    this.#unlisten?.()
    this.#cancel?.()
    this.#cancel = undefined
    this.#expire = undefined
  }

  async standStill<T>(work: () => Promise<T>): Promise<T> {
    this.#waits += 1
    if (this.#waits === 1) this.#hold()
    try {
      return await work()
    } finally {
      this.#waits -= 1
      this.#run()
    }
  }

  #run(): void {
    if (this.#waits > 0 || !this.#expire) return
    this.#since = this.#clock.now()
    this.#cancel = this.#clock.after(this.#left, this.#expire, { keepsAlive: true })
  }

  #hold(): void {
    if (!this.#cancel) return
    this.#cancel()
    this.#cancel = undefined
    this.#left -= this.#clock.now() - this.#since
  }
}

/** The context of one call, or a narrower one of the same call. */
export class TimedContext implements ToolContext {
  readonly #outer: ToolContext
  readonly #time: CallTime

  constructor(outer: ToolContext, time: CallTime) {
    this.#outer = outer
    this.#time = time
  }

  get signal(): AbortSignal {
    return this.#time.signalWithin(this.#outer.signal)
  }

  get timeoutMs(): number | undefined {
    return this.#outer.timeoutMs
  }

  get session(): string {
    return this.#outer.session
  }

  get owner(): string {
    return this.#outer.owner
  }

  get path(): string {
    return this.#outer.path
  }

  get idempotencyKey(): string {
    return this.#outer.idempotencyKey
  }

  get tools(): readonly ToolSpec[] {
    return this.#outer.tools
  }

  // Bound as they are asked for: tools take them out of their context.

  get now(): ToolContext['now'] {
    return () => this.#outer.now()
  }

  get generate(): ToolContext['generate'] {
    return (...args) => this.#time.standStill(() => this.#outer.generate(...args))
  }

  get callTools(): ToolContext['callTools'] {
    return (...args) => this.#time.standStill(() => this.#outer.callTools(...args))
  }

  get ask(): ToolContext['ask'] {
    return (...args) => this.#time.standStill(() => this.#outer.ask(...args))
  }

  get progress(): ToolContext['progress'] {
    return (progress: ToolProgress) => this.#outer.progress(progress)
  }

  get limitedTo(): ToolContext['limitedTo'] {
    return (patterns) => new TimedContext(this.#outer.limitedTo(patterns), this.#time)
  }
}
