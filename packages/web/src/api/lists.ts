/** Lists of sessions, and what they can be narrowed down by. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
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
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 1) <= mostFreshPages ? 5000 : false),
  })

const rarelyChangesMs = 60_000

/** Names of the loops and personas there are. */
export const namesQuery = queryOptions({
  queryKey: ['lists', 'names'],
  queryFn: async () => {
    const [loops, personas] = await Promise.all([
      api.loops.$get().then((response) => response.json()),
      api.personas.$get().then((response) => response.json()),
    ])
    return {
      loops: loops.loops.filter(({ off }) => !off).map(({ name, summary }) => ({ name, summary })),
      personas: personas.personas.map(({ persona }) => ({ name: persona.name, summary: persona.description ?? '' })),
    }
  },
  staleTime: rarelyChangesMs,
})
