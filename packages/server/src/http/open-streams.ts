/** How many streams are open: in all, and for each caller. A stream holds a connection for as long as it likes. */
import { GyreError } from '@gyre/core'

export type StreamLimits = { readonly perCaller: number; readonly total: number }

export class OpenStreams {
  readonly #limits: StreamLimits
  readonly #byCaller = new Map<string, number>()
  #total = 0

  constructor(limits: StreamLimits) {
    this.#limits = limits
  }

  get total(): number {
    return this.#total
  }

  /** Counts one more; the function returned takes it back, once. */
  open(caller: string): () => void {
    const own = this.#byCaller.get(caller) ?? 0
    if (own >= this.#limits.perCaller || this.#total >= this.#limits.total) {
      throw new GyreError('rate-limited', `Too many streams are open: ${own} of this caller, ${this.#total} in all.`)
    }
    this.#count(caller, 1)
    let isOpen = true
    return () => {
      if (isOpen) this.#count(caller, -1)
      isOpen = false
    }
  }

  #count(caller: string, by: number): void {
    this.#total += by
    const own = (this.#byCaller.get(caller) ?? 0) + by
    if (own === 0) this.#byCaller.delete(caller)
    else this.#byCaller.set(caller, own)
  }
}
