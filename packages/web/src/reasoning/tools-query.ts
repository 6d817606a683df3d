/** The tools of the server, for who chooses one or approves a call. */
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'

export const toolsQuery = queryOptions({
  queryKey: ['tools'],
  queryFn: async () => (await (await api.tools.$get()).json()).tools,
  staleTime: 60_000,
})
