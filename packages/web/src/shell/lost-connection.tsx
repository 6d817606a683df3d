/** Says on every view that the server does not answer: what is shown may be old, and sessions go on without it. */
import { useQuery } from '@tanstack/react-query'
import { inboxQuery } from '../api/sessions.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

export function LostConnection() {
  const { isError, refetch, isFetching } = useQuery(inboxQuery)
  if (!isError) return null
  return (
    <div className="strip" role="status">
      <Icon name="wifi" />
      <span>The server does not answer. Sessions go on; this page shows what it knew last.</span>
      <span className="sp" />
      <Button mini busy={isFetching} onClick={() => void refetch()}>
        Try now
      </Button>
    </div>
  )
}
