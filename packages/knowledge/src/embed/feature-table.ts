/** Features of one text: how often each is there, and what it weighs. Kept by their hashes alone, in arrays that are used again. */

/** As many features as one text can have. */
export const mostFeatures = 65_536

export class FeatureTable {
  readonly #hashes = new Uint32Array(2 * mostFeatures)
  readonly #counts = new Uint32Array(2 * mostFeatures)
  readonly #weights = new Float64Array(2 * mostFeatures)
  /** Places in use, in the order they were taken: sums of fractions depend on the order. */
  readonly #used = new Uint32Array(mostFeatures)
  #size = 0
  #mask = 0

  /** Empties the table. A text with few features has a small one, which stays in the cache of the processor. */
  begin(features: number): void {
    for (let at = 0; at < this.#size; at++) this.#counts[this.#used[at] as number] = 0
    this.#size = 0
    this.#mask = 2 ** Math.ceil(Math.log2(Math.max(2 * Math.min(features, mostFeatures), 16))) - 1
  }

  add(hash: number, weight: number): void {
    const place = this.#placeOf(hash)
    if (this.#counts[place] === 0) {
      this.#hashes[place] = hash
      this.#weights[place] = 0
      this.#used[this.#size++] = place
    }
    this.#counts[place] = (this.#counts[place] as number) + 1
    this.#weights[place] = (this.#weights[place] as number) + weight
  }

  /** Sums the features into a vector. What is said ten times counts about three times as much as what is said once. */
  sumInto(vector: Float64Array): void {
    for (let at = 0; at < this.#size; at++) {
      const place = this.#used[at] as number
      const hash = this.#hashes[place] as number
      const count = this.#counts[place] as number
      const value = ((this.#weights[place] as number) / count) * (1 + Math.log(count))
      const slot = hash & (vector.length - 1)
      // Features that share a slot cancel each other as often as they add up.
      vector[slot] = (vector[slot] as number) + (mixed(hash ^ signSeed) & 1 ? value : -value)
    }
  }

  #placeOf(hash: number): number {
    let place = hash & this.#mask
    while (this.#counts[place] !== 0 && this.#hashes[place] !== hash) place = (place + 1) & this.#mask
    return place
  }
}

const signSeed = 0x9e3779b9

/** Spreads every bit of a number over all the others (the end of MurmurHash3). */
export function mixed(value: number): number {
  let hash = value ^ (value >>> 16)
  hash = Math.imul(hash, 0x85ebca6b)
  hash ^= hash >>> 13
  hash = Math.imul(hash, 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
