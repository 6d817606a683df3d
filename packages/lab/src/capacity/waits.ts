/** Times that were waited, counted in classes that are 1 % wide: millions of them take no room. */

const least = 0.001
const width = Math.log(1.01)
/** The last class begins at about 100 days. */
const classes = Math.ceil(Math.log(1e10 / least) / width)

export class Waits {
  readonly #counts = new Uint32Array(classes + 1)
  #count = 0
  #sum = 0

  add(ms: number): void {
    const at = ms <= least ? 0 : Math.min(classes, Math.ceil(Math.log(ms / least) / width))
    this.#counts[at] = (this.#counts[at] as number) + 1
    this.#count += 1
    this.#sum += ms
  }

  get count(): number {
    return this.#count
  }

  get mean(): number {
    return this.#count === 0 ? 0 : this.#sum / this.#count
  }

  /** So large a share of the waits was no longer than this; at most 1 % too much. */
  quantile(share: number): number {
    let rest = Math.ceil(share * this.#count)
    for (const [at, count] of this.#counts.entries()) {
      rest -= count
      if (rest <= 0) return at === 0 ? 0 : least * Math.exp(at * width)
    }
    return Number.POSITIVE_INFINITY
  }

  clear(): void {
    this.#counts.fill(0)
    this.#count = 0
    this.#sum = 0
  }
}
