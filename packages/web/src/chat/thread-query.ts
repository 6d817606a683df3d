/** A conversation: its sessions oldest first, in pages from the newest back. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, type InferResponseType } from '../api/client.ts'

export type ThreadPage = InferResponseType<(typeof api.threads)[':id']['$get'], 200>

/** A question and what came of it: one session. */
export type Turn = ThreadPage['sessions'][number]

const turnsOfAPage = '20'

export const threadQuery = (thread: string) =>
  infiniteQueryOptions({
    queryKey: ['thread', thread],
    queryFn: async ({ pageParam }): Promise<ThreadPage> => {
      const query = { limit: turnsOfAPage, ...(pageParam !== null && { before: pageParam }) }
      return (await api.threads[':id'].$get({ param: { id: thread }, query })).json()
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.toReversed().flatMap(({ sessions }) => sessions),
  })

/** Whether the newest session lost its worker: its own facts cannot tell. */
export const standingQuery = (thread: string, isOpen: boolean) =>
  queryOptions({
    queryKey: ['sessions', 'of', thread],
    queryFn: async () => {
      const { sessions } = await (await api.sessions.$get({ query: { thread, limit: '1' } })).json()
      return sessions[0] ?? null
    },
    enabled: isOpen,
    refetchInterval: 5000,
  })

/** The conversation that a session is a turn of: it never changes. */
export const sessionThreadQuery = (session: string) =>
  queryOptions({
    queryKey: ['thread', 'of', session],
    queryFn: async () => (await (await api.sessions[':id'].$get({ param: { id: session } })).json()).thread,
    staleTime: Number.POSITIVE_INFINITY,
  })
