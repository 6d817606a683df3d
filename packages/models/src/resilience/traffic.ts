/** What all models of a process share: breakers by provider, places by model. */
import { Breaker, type BreakerOptions, type BreakerState } from './breaker.ts'
import { Slots } from './slots.ts'

const defaults: BreakerOptions = { failures: 5, openMs: 30_000 }

export class Traffic {
  readonly #options: BreakerOptions
  readonly #breakers = new Map<string, Breaker>()
  readonly #slots = new Map<string, Slots>()
  readonly #listeners = new Set<(state: BreakerState) => void>()

  constructor(options: Partial<BreakerOptions> = {}) {
    this.#options = { ...defaults, ...options }
  }

  /** The breaker of a model's provider: the part of its id before the first `/`. */
  breakerOf(model: string): Breaker {
    const provider = model.split('/', 1)[0] ?? model
    const known = this.#breakers.get(provider)
    if (known) return known
    const breaker = new Breaker(provider, this.#options, (state) => {
      for (const listener of this.#listeners) listener(state)
    })
    this.#breakers.set(provider, breaker)
    return breaker
  }

  /** The places of a model. The number that was named last counts. */
  slotsOf(model: string, concurrency: number): Slots {
    const slots = this.#slots.get(model) ?? new Slots(concurrency)
    slots.resize(concurrency)
    this.#slots.set(model, slots)
    return slots
  }

  /** The state of every provider that was asked so far. */
  breakerStates(): readonly BreakerState[] {
    return [...this.#breakers.values()].map((breaker) => breaker.state())
  }

  /** Tells of every change of a breaker, until the function that is returned is called. */
  onBreakerChange(listener: (state: BreakerState) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

/** The traffic of this process. */
export const processTraffic = new Traffic()
