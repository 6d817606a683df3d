/** Tools and their breakers. */
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api, type InferResponseType } from './client.ts'
import { useAskAgain } from './subjects.ts'

export type ShownTool = InferResponseType<typeof api.tools.$get, 200>['tools'][number]

export const toolsQuery = queryOptions({
  queryKey: ['tools'],
  queryFn: async () => (await (await api.tools.$get()).json()).tools,
  staleTime: 60_000,
})

/** Asked for again while somebody looks: breakers open and close by themselves. */
export const watchedToolsQuery = queryOptions({ ...toolsQuery, staleTime: 2000, refetchInterval: 5000 })

export function useCloseBreaker() {
  const askAgain = useAskAgain()
  return useMutation({
    mutationFn: async (name: string) => (await api.tools[':name'].breaker.reset.$post({ param: { name } })).json(),
    onSettled: () => askAgain(['tools'], ['audit']),
  })
}
