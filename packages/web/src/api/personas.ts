/** Who can work on a goal by a way of their own. */
import { queryOptions } from '@tanstack/react-query'
import { api, type InferResponseType } from './client.ts'

export type PersonaEntry = InferResponseType<typeof api.personas.$get, 200>['personas'][number]

export const personasQuery = queryOptions({
  queryKey: ['personas'],
  queryFn: async () => (await (await api.personas.$get()).json()).personas,
  staleTime: 30_000,
})
