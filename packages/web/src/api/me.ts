/** Who looks at the page, and what they may do. */
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { api, rememberCsrf } from './client.ts'

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async () => {
    const me = await (await api.me.$get()).json()
    rememberCsrf(me.csrf)
    return me
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** Below the shell it is known: the shell waits for it. */
export function useMe() {
  return useSuspenseQuery(meQuery).data
}

const ranks = ['viewer', 'user', 'admin'] as const

/** Whether they may do what needs this role: what they may not is shown, and cannot be pressed. */
export function useMay(role: (typeof ranks)[number]): boolean {
  return ranks.indexOf(useMe().role) >= ranks.indexOf(role)
}
