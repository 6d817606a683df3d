/** Forks: other sessions over the first steps of one. */
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api, type InferRequestType } from './client.ts'
import { useAskAgain } from './subjects.ts'

export const forksQuery = (id: string) =>
  queryOptions({
    queryKey: ['sessions', 'forks', id],
    queryFn: async () => (await (await api.sessions[':id'].forks.$get({ param: { id } })).json()).forks,
  })

export type ForkBody = InferRequestType<(typeof api.sessions)[':id']['forks']['$post']>['json']

export function useFork(session: string) {
  const askAgain = useAskAgain()
  return useMutation({
    mutationFn: async (json: ForkBody) =>
      (await api.sessions[':id'].forks.$post({ param: { id: session }, json })).json(),
    onSuccess: () => askAgain(['sessions']),
  })
}
