/**
 * Servers that take work from one line, first come, first served: cores, or a lock.
 *
 * How long each piece takes is known when it comes, so when it will be done is known then, too: no event is needed
 * for its beginning or its end.
 */
export class Servers {
  readonly #freeAt: number[]
  #busyMs = 0
  #since = 0

  constructor(count: number) {
    this.#freeAt = new Array<number>(count).fill(Number.NEGATIVE_INFINITY)
  }

  /** When work of `ms` that comes now is done. Work has to be brought in the order of its times. */
  serve(now: number, ms: number): number {
    const server = this.#soonest()
    const done = Math.max(now, this.#freeAt[server] as number) + ms
    this.#freeAt[server] = done
    this.#busyMs += ms
    return done
  }

  /** Counts from now on. */
  countFrom(now: number): void {
    this.#since = now
    this.#busyMs = this.#owed(now)
  }

  /** The share of the time since then that the servers were busy. */
  utilisation(now: number): number {
    return (this.#busyMs - this.#owed(now)) / (this.#freeAt.length * (now - this.#since))
  }

  /** What was taken on and is still to do: it is done without a pause, so it is the time until they are free. */
  #owed(now: number): number {
    return this.#freeAt.reduce((sum, freeAt) => sum + Math.max(0, freeAt - now), 0)
  }

  #soonest(): number {
    let soonest = 0
    for (let at = 1; at < this.#freeAt.length; at += 1) {
      if ((this.#freeAt[at] as number) < (this.#freeAt[soonest] as number)) soonest = at
    }
    return soonest
  }
}
