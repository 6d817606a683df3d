/** The loops there are. */
import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'

export const loopsQuery = queryOptions({
  queryKey: ['loops'],
  queryFn: async () => (await (await api.loops.$get()).json()).loops,
  staleTime: Number.POSITIVE_INFINITY,
})
