/** What sessions used, summed. */
import { queryOptions } from '@tanstack/react-query'
import { api, type InferResponseType } from './client.ts'

export type Usage = InferResponseType<typeof api.usage.$get, 200>
export type UsageSum = Usage['sums'][number]
export type Grouping = Usage['by']

export const usageQuery = (by: Grouping, from: string | undefined) =>
  queryOptions({
    queryKey: ['usage', by, from],
    queryFn: async () => (await api.usage.$get({ query: { by, ...(from !== undefined && { from }) } })).json(),
  })
