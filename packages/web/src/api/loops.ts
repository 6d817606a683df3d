/** The loops there are. */
import { queryOptions } from '@tanstack/react-query'
import { api, type InferResponseType } from './client.ts'

export type LoopEntry = InferResponseType<typeof api.loops.$get, 200>['loops'][number]

export const loopsQuery = queryOptions({
  queryKey: ['loops'],
  queryFn: async () => (await (await api.loops.$get()).json()).loops,
  staleTime: 30_000,
})

/** Those that are not switched off. */
export const usableLoopsQuery = queryOptions({
  ...loopsQuery,
  select: (loops) => loops.filter(({ off }) => !off),
})
