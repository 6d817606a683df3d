/** A conversation as it was read, and a turn more. */
import type { InfiniteData } from '@tanstack/react-query'
import type { ThreadPage, Turn } from './thread-query.ts'

type Pages = InfiniteData<ThreadPage, unknown>

/** A conversation with a turn that has just begun: it is shown before the server is asked. */
export function withTurn(pages: Pages | undefined, turn: Turn): Pages {
  const [newest = { id: turn.thread, sessions: [], next: null }, ...earlier] = pages?.pages ?? []
  const known = newest.sessions.filter(({ id }) => id !== turn.id)
  return {
    pages: [{ ...newest, sessions: [...known, turn] }, ...earlier],
    pageParams: pages?.pageParams ?? [null],
  }
}
