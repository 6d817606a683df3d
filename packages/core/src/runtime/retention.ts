/** Retention: which ended sessions may go. */
import { z } from 'zod'
import { readAs } from '../faults/issues.ts'
import type { SessionRow, Sessions } from '../ports/store.ts'

/**
 * Which ended sessions may go: those older than `maxAgeMs`, beyond the newest `maxCount`, or beyond `maxBytes` in all.
 */
export type RetentionRule = {
  /** Keep sessions that ended within this time. */
  readonly maxAgeMs?: number
  /** Keep at most so many, the newest. */
  readonly maxCount?: number
  /** Keep the newest whose sizes add up to at most this. */
  readonly maxBytes?: number
}

const ruleSchema = z.strictObject({
  maxAgeMs: z.number().min(0).optional(),
  maxCount: z.int().min(0).optional(),
  maxBytes: z.number().min(0).optional(),
})

/** Tells which ended sessions a rule lets go of, as they come: newest first, a page at a time. */
export class Retention {
  readonly #rule: RetentionRule
  readonly #now: number
  readonly #sizes: Sessions['sizes']
  /** How many there were so far, and what those took that were not too old nor too many. */
  #count = 0
  #bytes = 0

  constructor(rule: RetentionRule, now: number, sizes: Sessions['sizes']) {
    // What goes is gone: a rule that may say something else than its writer meant is refused.
    readAs(ruleSchema, rule, 'config-invalid', 'Retention')
    this.#rule = rule
    this.#now = now
    this.#sizes = sizes
  }

  async expiredAmong(page: readonly SessionRow[]): Promise<readonly string[]> {
    const none = Number.POSITIVE_INFINITY
    const { maxAgeMs = none, maxCount = none } = this.#rule
    const room = maxCount - this.#count
    this.#count += page.length
    const young = page.filter(({ mirror }, at) => at < room && this.#now - mirror.updatedAt <= maxAgeMs)
    const kept = new Set(await this.#fitting(young.map(({ id }) => id)))
    return page.map(({ id }) => id).filter((id) => !kept.has(id))
  }

  /** Sizes are asked for only while they decide. A session without one takes no room. */
  async #fitting(ids: readonly string[]): Promise<readonly string[]> {
    const { maxBytes } = this.#rule
    if (maxBytes === undefined) return ids
    if (this.#bytes > maxBytes) return []
    const sizes = await this.#sizes(ids)
    // One that does not fit is counted too: no older session, however small, outlives it.
    return ids.filter((id) => {
      this.#bytes += sizes.get(id) ?? 0
      return this.#bytes <= maxBytes
    })
  }
}
