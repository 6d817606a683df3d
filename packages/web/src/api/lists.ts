/** Lists of sessions. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type InferResponseType } from './client.ts'

export type SessionSummary = InferResponseType<typeof api.sessions.$get, 200>['sessions'][number]

export type InboxItem = InferResponseType<typeof api.inbox.$get, 200>['items'][number]

/** What the server sorts out by itself. */
export type SessionQuery = {
  readonly q?: string
  readonly status?: string
  readonly loop?: string
  readonly persona?: string
}

const pageSize = '100'

/** The newest pages are looked at again; who has gone far down reads, and is left in peace. */
const mostFreshPages = 2

export const sessionPagesQuery = (query: SessionQuery) =>
  infiniteQueryOptions({
    queryKey: ['sessions', 'pages', query],
    queryFn: async ({ pageParam }) => {
      const before = pageParam === null ? {} : { before: pageParam }
      return (await api.sessions.$get({ query: { ...query, ...before, limit: pageSize } })).json()
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 1) <= mostFreshPages ? 3000 : false),
  })

/** Sessions to choose from by the words of their goals, newest first. */
export const foundSessionsQuery = (q: string) =>
  queryOptions({
    queryKey: ['sessions', 'found', q],
    queryFn: async () => {
      const query = { limit: '20', ...(q !== '' && { q }) }
      return (await (await api.sessions.$get({ query })).json()).sessions
    },
    placeholderData: keepPreviousData,
  })
