/** Whether nobody has connected a model yet: then the demo model answers. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'

const defaultModelQuery = queryOptions({
  queryKey: ['models', 'default'],
  queryFn: async () => (await (await api.models.$get()).json()).default,
})

/** While it is not known, nothing is said of a demo. */
export function useIsDemo(): boolean {
  const { data } = useQuery(defaultModelQuery)
  return data?.name.startsWith('demo/') ?? false
}
