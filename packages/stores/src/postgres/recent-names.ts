/** Names of the last while: each is known for at least that long, and forgotten before twice of it has passed. */
export class RecentNames {
  readonly #keptMs: number
  readonly #now: () => number
  #names = new Set<string>()
  #older = new Set<string>()
  #since: number

  constructor(keptMs: number, now: () => number = Date.now) {
    this.#keptMs = keptMs
    this.#now = now
    this.#since = now()
  }

  add(name: string): void {
    this.#age()
    this.#names.add(name)
  }

  has(name: string): boolean {
    this.#age()
    return this.#names.has(name) || this.#older.has(name)
  }

  #age(): void {
    const passedMs = this.#now() - this.#since
    if (passedMs < this.#keptMs) return
    this.#older = passedMs < this.#keptMs * 2 ? this.#names : new Set()
    this.#names = new Set()
    this.#since = this.#now()
  }
}
