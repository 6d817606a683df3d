/** The end of a fetch from outside: its time is up, the caller gives up, or nobody reads on. */
import { fetchFailed } from './failure.ts'

/** Timers of Node fire at once when they are set for longer. */
const longestTimerMs = 2 ** 31 - 1

export class Deadline {
  readonly #controller = new AbortController()
  readonly #outer: AbortSignal | undefined
  readonly #timer: NodeJS.Timeout
  readonly #follow = () => this.cut(this.#outer?.reason)

  constructor(host: string, timeoutMs: number, outer: AbortSignal | undefined) {
    outer?.throwIfAborted()
    this.#outer = outer
    outer?.addEventListener('abort', this.#follow, { once: true })
    this.#timer = setTimeout(() => this.cut(tooSlow(host, timeoutMs)), Math.min(timeoutMs, longestTimerMs))
    // The connection keeps the process alive as long as there is one.
    this.#timer.unref()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Destroys the connection; whoever waits gets the reason. */
  cut(reason: unknown): void {
    this.end()
    this.#controller.abort(reason)
  }

  /** Nothing more can be cut. */
  end(): void {
    clearTimeout(this.#timer)
    this.#outer?.removeEventListener('abort', this.#follow)
  }
}

function tooSlow(host: string, ms: number): Error {
  const message = `\`${host}\` did not send its whole answer within ${Math.round(ms / 100) / 10} s.`
  return fetchFailed(message, { host, reason: 'timeout', timeoutMs: ms })
}
