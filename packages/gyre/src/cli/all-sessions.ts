/** Every session of a store. */
import type { Runtime, SessionRow } from '@gyre/core'

const pageSize = 1000

/** Newest first, however many there are. */
export async function allSessions(runtime: Runtime): Promise<readonly SessionRow[]> {
  const rows: SessionRow[] = []
  for (;;) {
    const before = rows.at(-1)?.id
    const page = await runtime.list({ limit: pageSize, ...(before && { before }) })
    rows.push(...page)
    if (page.length < pageSize) return rows
  }
}
