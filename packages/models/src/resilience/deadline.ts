/** One attempt at a model, cut off when it says nothing for too long or does not come to an end. */
import { type Clock, GyreError, type Model, type ModelCall, type ModelPart, type ModelRequest } from '@gyre/core'

export type Deadlines = {
  /** How long a model may be silent before its first part. */
  readonly firstPartMs: number
  /** How long the whole attempt may last. */
  readonly callMs: number
}

/** A request on its way to one model. */
export type Attempt = { readonly model: Model; readonly request: ModelRequest; readonly call: ModelCall }

/** The parts of the attempt; its own signal aborts when a deadline passes, and when the call's does. */
export async function* withDeadlines(attempt: Attempt, deadlines: Deadlines, clock: Clock): AsyncGenerator<ModelPart> {
  const { model, request, call } = attempt
  const cutter = new Cutter(call.signal)
  const { firstPartMs, callMs } = deadlines
  const stopFirst = deadline(clock, firstPartMs, () => cutter.cut(saidNothing(model, firstPartMs)))
  const stopCall = deadline(clock, callMs, () => cutter.cut(cameToNoEnd(model, callMs)))
  let parts: AsyncIterator<ModelPart> | undefined
  let isOver = false
  try {
    const begun = model.stream(request, { ...call, signal: cutter.signal })[Symbol.asyncIterator]()
    parts = begun
    for (;;) {
      const next = await cutter.orCut(() => begun.next())
      stopFirst()
      isOver = next.done === true
      if (next.done) return
      yield next.value
    }
  } catch (error) {
    isOver = !cutter.signal.aborted
    throw error
  } finally {
    stopFirst()
    stopCall()
    cutter.end()
    // Not waited for: a model that hangs would hang here again.
    if (parts && !isOver) abandon(parts, cutter)
  }
}

/** Timers of Node fire at once when they are set for longer. */
const longestTimerMs = 2 ** 31 - 1

function deadline(clock: Clock, ms: number, call: () => void): () => void {
  return clock.after(Math.min(ms, longestTimerMs), call, { keepsAlive: true })
}

function abandon(parts: AsyncIterator<ModelPart>, cutter: Cutter): void {
  cutter.abort(new GyreError('aborted', 'Nobody reads this reply any more.'))
  parts.return?.().catch(() => {})
}

function saidNothing({ id }: Model, ms: number): GyreError {
  return new GyreError('model-unavailable', `\`${id}\` said nothing for ${seconds(ms)}.`, { timeoutMs: ms })
}

function cameToNoEnd({ id }: Model, ms: number): GyreError {
  return new GyreError('model-unavailable', `\`${id}\` did not end its reply within ${seconds(ms)}.`, { timeoutMs: ms })
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`
}

/** Ends a wait from outside. By hand, not by `Promise.race`, which would keep every part until the end. */
class Cutter {
  readonly #controller = new AbortController()
  readonly #outer: AbortSignal
  readonly #follow = () => this.cut(this.#outer.reason)
  #reject: ((reason: unknown) => void) | undefined

  constructor(outer: AbortSignal) {
    this.#outer = outer
    outer.throwIfAborted()
    outer.addEventListener('abort', this.#follow, { once: true })
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  orCut<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.signal.aborted) return reject(this.signal.reason)
      this.#reject = reject
      work().then(resolve, reject)
    })
  }

  /** First the reader, then the model: what the model throws when it is aborted is not the reason. */
  cut(reason: unknown): void {
    this.#reject?.(reason)
    this.abort(reason)
  }

  abort(reason: unknown): void {
    this.#controller.abort(reason)
  }

  end(): void {
    this.#outer.removeEventListener('abort', this.#follow)
  }
}
