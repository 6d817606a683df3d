/** What was done last, each conversation once. */
import type { SessionSummary } from '../api/lists.ts'

type Listed = Pick<SessionSummary, 'id' | 'thread' | 'title' | 'status' | 'outcome'>

export type RecentEntry = Pick<Listed, 'id' | 'status' | 'outcome' | 'title'> & {
  /** The conversation, where it has several turns: it is gone on with in the chat. */
  readonly thread: string | undefined
}

/** Newest first, as they came. A conversation stands as its newest turn does, and is called as the first that is listed. */
export function recentEntries(sessions: readonly Listed[]): readonly RecentEntry[] {
  return [...Map.groupBy(sessions, ({ thread }) => thread).values()].flatMap((turns) => {
    const [newest] = turns
    if (!newest) return []
    const { id, status, outcome, thread } = newest
    return [{ id, status, outcome, title: turns.at(-1)?.title ?? '', thread: turns.length > 1 ? thread : undefined }]
  })
}
