/**
 * Whoever tells everybody hears itself. Each notice of our own comes twice, when it was sent and over the server, and
 * whichever is first is told; a notice of others comes once, and is always told.
 *
 * The server tells in the order of commits. So a notice that is taken for the echo of a later one of ours is told by
 * that one: after each commit something is told, however they mix.
 */
type Balance = { heardMore: number; readonly at: number }

/** An echo that did not come by then does not come. */
const echoMs = 1000
/** What is sent in the moment in which listening begins may have an echo or none. */
const beginningMs = 100
/** Notices of others are never evened out. Forgetting them costs a notice too many, never one too few. */
const most = 1000

export class Echoes {
  readonly #balances = new Map<string, Balance>()
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** Whether a notice of ours that was sent now is to be told. */
  isNewsWhenSent(name: string): boolean {
    return this.#isNews(name, -1)
  }

  /** Whether a notice that came over the server is to be told. */
  isNewsWhenHeard(name: string): boolean {
    return this.#isNews(name, 1)
  }

  forget(): void {
    this.#balances.clear()
  }

  /** Listening begins: what was sent long before has no echo, and that of a moment ago not for long. */
  begin(): void {
    for (const [name, { heardMore, at }] of this.#balances) {
      this.#balances.set(name, { heardMore, at: at - echoMs + beginningMs })
    }
  }

  #isNews(name: string, by: 1 | -1): boolean {
    const known = this.#balances.get(name)
    const before = known && this.#now() - known.at < echoMs ? known.heardMore : 0
    if (this.#balances.size >= most) this.#balances.clear()
    if (before + by === 0) this.#balances.delete(name)
    else this.#balances.set(name, { heardMore: before + by, at: this.#now() })
    return before * by >= 0
  }
}
