/** Retention: which ended sessions may go. */
import { z } from 'zod'
import { readAs } from '../faults/issues.ts'
import type { SessionRow, Store } from '../ports/store.ts'
import { everySession } from './session-pages.ts'

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

/** What goes is gone: a rule that may say something else than its writer meant is refused. */
export function checkRule(rule: RetentionRule): void {
  readAs(ruleSchema, rule, 'config-invalid', 'Retention')
}

/** The ids a rule lets go of; `ended` is newest first. A session without a size takes no room. */
export function expired(
  ended: readonly SessionRow[],
  rule: RetentionRule,
  now: number,
  sizes: ReadonlyMap<string, number> = new Map(),
): readonly string[] {
  const none = Number.POSITIVE_INFINITY
  const { maxAgeMs = none, maxCount = none, maxBytes = none } = rule
  let bytes = 0
  const isExpired = ({ id, mirror }: SessionRow, index: number): boolean => {
    if (index >= maxCount || now - mirror.updatedAt > maxAgeMs) return true
    // One that does not fit is counted too: no older session, however small, outlives it.
    bytes += sizes.get(id) ?? 0
    return bytes > maxBytes
  }
  return ended.filter(isExpired).map(({ id }) => id)
}

/** The sizes a rule asks about. Whoever has no limit of size need not wait for them. */
export async function sizesFor(
  rule: RetentionRule,
  ended: readonly SessionRow[],
  store: Store,
): Promise<ReadonlyMap<string, number>> {
  return rule.maxBytes === undefined ? new Map() : store.sessions.sizes(ended.map(({ id }) => id))
}

export function endedSessions(store: Store, owner: string | undefined): Promise<readonly SessionRow[]> {
  return everySession(store, { states: ['ended'], ...(owner && { owner }) })
}
