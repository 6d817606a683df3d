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

/** Whether they run the server itself: an administrator of `local` whose key is not limited to some personas. */
export function useIsOperator(): boolean {
  const { owner, role, personas } = useMe()
  return owner === 'local' && role === 'admin' && personas === null
}

export const onlyOperators = 'Only administrators of the server may do this.'

const ranks = ['viewer', 'user', 'admin'] as const

/** Whether they may do what needs this role: what they may not is shown, and cannot be pressed. */
export function useMay(role: (typeof ranks)[number]): boolean {
  return ranks.indexOf(useMe().role) >= ranks.indexOf(role)
}
