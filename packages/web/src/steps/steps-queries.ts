/** What is asked of the server about the steps of a session. */
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api, type InferResponseType } from '../api/client.ts'

export const promptQuery = (session: string, path: string) =>
  queryOptions({
    queryKey: ['step-prompt', session, path],
    queryFn: async () => {
      const asked = await api.sessions[':id'].steps[':path'].prompt.$get({ param: { id: session, path } })
      return (await asked.json()).messages
    },
    // What was sent does not change.
    staleTime: Number.POSITIVE_INFINITY,
  })

export type Replayed = InferResponseType<(typeof api.sessions)[':id']['replay']['$post'], 200>

export function useReplayCheck(session: string) {
  return useMutation({
    mutationFn: async () => (await api.sessions[':id'].replay.$post({ param: { id: session } })).json(),
  })
}
