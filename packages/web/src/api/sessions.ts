/** Sessions and what is done to them. */
import type { Action } from '@gyre/core'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { tellFailure } from '../ui/toasts.tsx'
import { api, type InferRequestType, type InferResponseType } from './client.ts'
import { useAskAgain } from './subjects.ts'

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

type QueuedBody = InferRequestType<
  (typeof api.sessions)[':id']['interventions'][':intervention']['$patch']
>['json']['body']

export type Intervene = { readonly action: Action; readonly body?: unknown }

/** Sends an intervention: it is queued, and applied at the next step. */
export function useIntervene(session: string) {
  const askAgain = useAskAgain()
  return useMutation({
    mutationFn: async ({ action, body }: Intervene) => {
      const json = { action, body: body ?? {} }
      return (await api.sessions[':id'].interventions.$post({ param: { id: session }, json })).json()
    },
    onSettled: () => askAgain(['interventions', session], ['inbox'], ['sessions']),
  })
}

/** Changes to an intervention that is queued: refused when it was applied meanwhile. */
export function useQueued(session: string, id: string) {
  const askAgain = useAskAgain()
  const one = api.sessions[':id'].interventions[':intervention']
  const param = { id: session, intervention: id }
  const onSettled = () => askAgain(['interventions', session])
  return {
    edit: useMutation({
      mutationFn: async (body: QueuedBody) => void (await one.$patch({ param, json: { body } })),
      onError: (error) => tellFailure('Changing it', error),
      onSettled,
    }),
    withdraw: useMutation({
      mutationFn: async () => void (await one.$delete({ param })),
      onError: (error) => tellFailure('Withdrawing it', error),
      onSettled,
    }),
  }
}

/** Takes up a session that lost its worker, where it stood. */
export function useResume(session: string) {
  const askAgain = useAskAgain()
  return useMutation({
    mutationFn: async () => void (await api.sessions[':id'].resume.$post({ param: { id: session } })),
    onError: (error) => tellFailure('Resuming', error),
    onSettled: () => askAgain(['inbox'], ['sessions']),
  })
}
