/** How often somebody may come: a bucket for each, which fills evenly and holds what a minute gives. */
import { GyreError } from '@gyre/core'

const minuteMs = 60_000

/** Who is not seen for long has a full bucket, which need not be kept. So many are, before a look for those. */
const mostBuckets = 10_000

type Bucket = { left: number; readonly at: number }

export class RateLimit {
  readonly #perMinute: number
  readonly #buckets = new Map<string, Bucket>()

  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  /** Takes one; fails with `rate-limited` when there is none left. */
  take(who: string, nowMs: number): void {
    const left = this.#left(who, nowMs)
    if (left < 1) {
      const retryAfter = Math.max(1, Math.ceil(((1 - left) * minuteMs) / this.#perMinute / 1000))
      throw new GyreError('rate-limited', `More than ${this.#perMinute} requests in a minute.`, { retryAfter })
    }
    // Taken out first: the map then has who came last at its end.
    this.#buckets.delete(who)
    this.#buckets.set(who, { left: left - 1, at: nowMs })
    if (this.#buckets.size > mostBuckets) this.#forget(nowMs)
  }

  #left(who: string, nowMs: number): number {
    const bucket = this.#buckets.get(who)
    if (!bucket) return this.#perMinute
    const since = Math.max(0, nowMs - bucket.at)
    return Math.min(this.#perMinute, bucket.left + (since * this.#perMinute) / minuteMs)
  }

  /** Full buckets go; when there are too many still, those who came longest ago go too. */
  #forget(nowMs: number): void {
    for (const [who, { at }] of this.#buckets) {
      if (nowMs - at < minuteMs && this.#buckets.size <= mostBuckets) return
      this.#buckets.delete(who)
    }
  }
}
