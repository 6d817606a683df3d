/** Lists of sessions that are longer than one page. */
import type { SessionFilter, SessionRow, Store } from '../ports/store.ts'

const pageSize = 1000

/** Every session a filter lets through, newest first. */
export async function everySession(
  { sessions }: Pick<Store, 'sessions'>,
  filter: Omit<SessionFilter, 'limit' | 'before'>,
): Promise<readonly SessionRow[]> {
  const rows: SessionRow[] = []
  for (;;) {
    const before = rows.at(-1)?.id
    const page = await sessions.list({ ...filter, limit: pageSize, ...(before && { before }) })
    rows.push(...page)
    if (page.length < pageSize) return rows
  }
}
