/** Starting sessions. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type InferRequestType, type InferResponseType } from './client.ts'

export type StartBody = InferRequestType<typeof api.sessions.$post>['json']
export type Started = InferResponseType<typeof api.sessions.$post, 201>

/** Starts a session; the conversation it belongs to is read again. */
export function useStart() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (json: StartBody): Promise<Started> => (await api.sessions.$post({ json })).json(),
    onSuccess: ({ thread }) => {
      // Nobody waits for it: the session runs already.
      for (const queryKey of [['sessions'], ['thread', thread]]) void queries.invalidateQueries({ queryKey })
    },
  })
}
