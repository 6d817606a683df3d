/** Starting sessions. */
import { useMutation } from '@tanstack/react-query'
import { api, type InferRequestType, type InferResponseType } from './client.ts'
import { useAskAgain } from './subjects.ts'

export type StartBody = InferRequestType<typeof api.sessions.$post>['json']
export type Started = InferResponseType<typeof api.sessions.$post, 201>

/** Starts a session; the conversation it belongs to is read again. */
export function useStart() {
  const askAgain = useAskAgain()
  return useMutation({
    mutationFn: async (json: StartBody): Promise<Started> => (await api.sessions.$post({ json })).json(),
    // Nobody waits for it: the session runs already.
    onSuccess: ({ thread }) => void askAgain(['sessions'], ['thread', thread]),
  })
}
