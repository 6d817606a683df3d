/** Sessions and what is done to them. */
import type { Action } from '@gyre/core'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type InferResponseType } from './client.ts'

export type SessionFilter = { readonly search?: string; readonly status?: string; readonly thread?: string }

export const recentSessionsQuery = queryOptions({
  queryKey: ['sessions', 'recent'],
  queryFn: async () => (await (await api.sessions.$get({ query: { limit: '12' } })).json()).sessions,
  refetchInterval: 10_000,
})

export const inboxQuery = queryOptions({
  queryKey: ['inbox'],
  queryFn: async () => (await (await api.inbox.$get()).json()).items,
  refetchInterval: 5000,
  // Whoever works in another window is told there that something waits.
  refetchIntervalInBackground: true,
})

export const interventionsQuery = (session: string) =>
  queryOptions({
    queryKey: ['interventions', session],
    queryFn: async () =>
      (await (await api.sessions[':id'].interventions.$get({ param: { id: session } })).json()).interventions,
  })

export type SentIntervention = InferResponseType<
  (typeof api.sessions)[':id']['interventions']['$get'],
  200
>['interventions'][number]

export type Intervene = { readonly action: Action; readonly body?: unknown }

/** Sends an intervention: it is queued, and applied at the next step. */
export function useIntervene(session: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ action, body }: Intervene) => {
      const json = { action, body: body ?? {} }
      return (await api.sessions[':id'].interventions.$post({ param: { id: session }, json })).json()
    },
    onSettled: () =>
      Promise.all(
        [['interventions', session], ['inbox'], ['sessions']].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  })
}
