/** Retention: which ended sessions may go. */
import type { SessionRow, Store } from '../ports/store.ts'

export type RetentionRule = {
  /** Keep sessions that ended within this time. */
  readonly maxAgeMs?: number
  /** Keep at most so many, the newest. */
  readonly maxCount?: number
}

/** The ids a rule lets go of; `ended` is newest first. */
export function expired(ended: readonly SessionRow[], rule: RetentionRule, now: number): readonly string[] {
  const { maxAgeMs = Number.POSITIVE_INFINITY, maxCount = Number.POSITIVE_INFINITY } = rule
  return ended.filter((row, index) => index >= maxCount || now - row.mirror.updatedAt > maxAgeMs).map((row) => row.id)
}

const pageSize = 1000

export async function endedSessions(store: Store, owner: string | undefined): Promise<readonly SessionRow[]> {
  const rows: SessionRow[] = []
  for (;;) {
    const before = rows.at(-1)?.id
    const page = await store.sessions.list({
      states: ['ended'],
      limit: pageSize,
      ...(owner && { owner }),
      ...(before && { before }),
    })
    rows.push(...page)
    if (page.length < pageSize) return rows
  }
}
