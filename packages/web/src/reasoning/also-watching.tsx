/** Who else looks at a session. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { useMe } from '../api/me.ts'
import { Icon } from '../ui/icon.tsx'
import { othersOf } from './other-watchers.ts'

const watchersQuery = (session: string) =>
  queryOptions({
    queryKey: ['watchers', session],
    queryFn: async () => (await (await api.sessions[':id'].watchers.$get({ param: { id: session } })).json()).watchers,
    refetchInterval: 10_000,
  })

export function AlsoWatching({ session }: { readonly session: string }) {
  const { name } = useMe()
  const { data = [] } = useQuery(watchersQuery(session))
  const others = othersOf(data, name)
  if (others === undefined) return null
  return (
    <span className="row muted sm">
      <Icon name="eye" small />
      {others}
    </span>
  )
}
