/** The state of a tool's breaker where other processes see it. */
import type { Json, KeyValue } from '@gyre/core'
import type { BreakerState } from './breaker.ts'

export class BreakerTable {
  readonly #keyValue: KeyValue
  readonly #key: string
  #last: Promise<void> = Promise.resolve()
  #pending = 0

  constructor(keyValue: KeyValue, tool: string) {
    this.#keyValue = keyValue
    this.#key = `breaker/${tool}`
  }

  /** Writes one after the other: the last state is the one that stays. */
  write(state: BreakerState): Promise<void> {
    this.#pending += 1
    const written = this.#last
      .then(() => this.#keyValue.set(this.#key, { ...state }))
      .finally(() => {
        this.#pending -= 1
      })
    this.#last = written.catch(() => {})
    return written
  }

  /** What is there; nothing when it is older than what is being written, or no state. */
  async read(): Promise<BreakerState | undefined> {
    const value = await this.#keyValue.get(this.#key)
    return this.#pending === 0 ? stateIn(value) : undefined
  }
}

/** Other versions of the program may have written it. */
function stateIn(value: Json | undefined): BreakerState | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const { state, failures, since, until } = value as Readonly<Record<string, unknown>>
  const isState = state === 'closed' || state === 'open' || state === 'half-open'
  const areNumbers = typeof failures === 'number' && typeof since === 'number' && typeof until === 'number'
  return isState && areNumbers ? { state, failures, since, until } : undefined
}
