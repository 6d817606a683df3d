/** Sessions and what is done to them. */
import type { Action } from '@gyre/core'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { tellFailure } from '../ui/toasts.tsx'
import { api, type InferResponseType } from './client.ts'
import { withoutSettled } from './inbox-items.ts'
import { lookAgainMs } from './look-again.ts'
import { useAskAgain } from './subjects.ts'

export const recentSessionsQuery = queryOptions({
  queryKey: ['sessions', 'recent'],
  queryFn: async () => (await (await api.sessions.$get({ query: { limit: '12' } })).json()).sessions,
  refetchInterval: ({ state }) => lookAgainMs(state.data),
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

export type Intervene = {
  readonly action: Action
  readonly body?: unknown
  /** Sent twice with the same one it counts once. */
  readonly key?: string
}

/** A line that is cut silently says nothing: then it is not waited for any longer. Files take their time on a slow one. */
const answersWithinMs = 20_000
const slowestCharactersPerMs = 20

export async function sendIntervention(session: string, { action, body, key }: Intervene) {
  const json = { action, body: body ?? {}, ...(key !== undefined && { key }) }
  const withinMs = answersWithinMs + JSON.stringify(json.body).length / slowestCharactersPerMs
  const init = { signal: AbortSignal.timeout(Math.ceil(withinMs)) }
  return (await api.sessions[':id'].interventions.$post({ param: { id: session }, json }, { init })).json()
}

export async function editIntervention(session: string, id: string, body: unknown): Promise<void> {
  const param = { id: session, intervention: id }
  await api.sessions[':id'].interventions[':intervention'].$patch({ param, json: { body } })
}

/** Sends an intervention: it is queued, and applied at the next step. */
export function useIntervene(session: string) {
  const askAgain = useAskAgain()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (sent: Intervene) => sendIntervention(session, sent),
    onSuccess: async (_, sent) => {
      // A look at the inbox that is under way may not know of it.
      await queries.cancelQueries(inboxQuery)
      queries.setQueryData(inboxQuery.queryKey, (items) => items && [...withoutSettled(items, session, sent)])
    },
    onSettled: (_, error) => {
      // Nobody who sent something waits for lists; nor for anything of a server that does not answer.
      void askAgain(['inbox'], ['sessions'])
      const asked = askAgain(['interventions', session])
      return error === null ? asked : undefined
    },
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
      mutationFn: (body: unknown) => editIntervention(session, id, body),
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
