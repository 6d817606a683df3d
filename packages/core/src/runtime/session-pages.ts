/** Lists of sessions that are longer than one page. */
import type { SessionFilter, SessionRow, Store } from '../ports/store.ts'

type Listed = Omit<SessionFilter, 'limit' | 'before'>

const usualSize = 1000

/** Every session a filter lets through, newest first, a page at a time. What is on a page may be removed before the next. */
export async function* sessionPages(
  { sessions }: Pick<Store, 'sessions'>,
  filter: Listed,
  size = usualSize,
): AsyncGenerator<readonly SessionRow[], void, undefined> {
  let page = await sessions.list({ ...filter, limit: size })
  for (;;) {
    const before = page.length < size ? undefined : page.at(-1)?.id
    // Asked for before this one is handed out: the session that tells where the next one begins is still there.
    const next = before && (await sessions.list({ ...filter, limit: size, before }))
    yield page
    if (!next) return
    page = next
  }
}

/** The same in one list. */
export async function everySession(store: Pick<Store, 'sessions'>, filter: Listed): Promise<readonly SessionRow[]> {
  const rows: SessionRow[] = []
  for await (const page of sessionPages(store, filter)) rows.push(...page)
  return rows
}
