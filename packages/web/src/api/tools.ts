/** Tools, their breakers, and which personas have which. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type InferResponseType } from './client.ts'

export type ShownTool = InferResponseType<typeof api.tools.$get, 200>['tools'][number]

/** Asked for again while somebody looks: breakers open and close by themselves. */
export const watchedToolsQuery = queryOptions({
  queryKey: ['tools'],
  queryFn: async () => (await (await api.tools.$get()).json()).tools,
  refetchInterval: 5000,
})

export const toolPersonasQuery = queryOptions({
  queryKey: ['personas', 'tools'],
  queryFn: async () => (await (await api.personas.$get()).json()).personas.map(({ persona }) => persona),
})

export function useCloseBreaker() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (name: string) => (await api.tools[':name'].breaker.reset.$post({ param: { name } })).json(),
    onSettled: () => queries.invalidateQueries({ queryKey: ['tools'] }),
  })
}
