/** Whether the journal is what was written. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { Badge } from '../ui/badge.tsx'
import { count } from '../ui/format.ts'

const verifyQuery = (session: string, rows: number) =>
  queryOptions({
    queryKey: ['verify', session, rows],
    queryFn: async () => (await api.sessions[':id'].verify.$get({ param: { id: session } })).json(),
    staleTime: 60_000,
  })

/** `rows`: facts that are there, so that it is looked at again when there are more. */
export function VerifyBadge({ session, rows }: { readonly session: string; readonly rows: number }) {
  const { data, error } = useQuery(verifyQuery(session, rows))
  if (error) return <Badge icon="shield">Not verified</Badge>
  if (!data) return null
  if (!data.ok) {
    return (
      <span title={data.why}>
        <Badge tone="bad" icon="alert">
          Row {count(data.seq ?? 0)} is not what was written
          <span className="vh">: {data.why}</span>
        </Badge>
      </span>
    )
  }
  return (
    <span className="desk" title={`The chain is whole. Head of row ${data.head?.seq}: ${data.head?.chain}`}>
      <Badge tone="ok" icon="shield">
        <span>
          Verified<span className="desk">, {count(data.rows ?? 0)} rows</span>
        </span>
      </Badge>
    </span>
  )
}
