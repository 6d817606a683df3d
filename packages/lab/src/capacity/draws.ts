/** Chance by a seed: the same numbers each time. */
import { stir } from '../world/hash.ts'

export class Draws {
  #state: number

  constructor(seed: number) {
    this.#state = stir(seed)
  }

  /** From 0 up to 1, never 1. */
  share(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number {
    return least + Math.floor(this.share() * (most - least + 1))
  }

  /** How long until something that comes at random, once in `mean` on average. */
  exponential(mean: number): number {
    return -mean * Math.log(1 - this.share())
  }

  /** Half of them below the median; `sigma` is the spread of the logarithm. */
  lognormal(median: number, sigma: number): number {
    const normal = Math.sqrt(-2 * Math.log(1 - this.share())) * Math.cos(2 * Math.PI * this.share())
    return median * Math.exp(sigma * normal)
  }
}
