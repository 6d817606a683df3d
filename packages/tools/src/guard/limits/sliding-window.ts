/** Counts what happened within the last minute, exactly. */

const minuteMs = 60_000

/** Times that are over are thrown out when there are so many of them. */
const mostOver = 1_000

export class SlidingWindow {
  #times: number[] = []
  #first = 0

  /** Milliseconds until there is room for one more; 0 when there is. */
  wait(limit: number, now: number): number {
    this.#moveOn(now)
    const count = this.#times.length - this.#first
    if (count < limit) return 0
    // The one that has to be over first: when the limit has become smaller it is not the oldest.
    const blocking = this.#times[this.#times.length - limit] ?? now
    return blocking + minuteMs - now
  }

  count(now: number): void {
    this.#times.push(now)
  }

  #moveOn(now: number): void {
    while (this.#first < this.#times.length && (this.#times[this.#first] ?? now) <= now - minuteMs) this.#first++
    if (this.#first < mostOver) return
    this.#times = this.#times.slice(this.#first)
    this.#first = 0
  }
}
