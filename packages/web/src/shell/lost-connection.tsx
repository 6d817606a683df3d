/** Says on every view that the server does not answer: what is shown may be old, and sessions go on without it. */
import { useQuery } from '@tanstack/react-query'
import { inboxQuery } from '../api/sessions.ts'
import { useSendUnsent } from '../session/use-unsent.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useNow } from '../ui/use-now.ts'
import { useCutSessions } from './cut-sessions.ts'

/** One strip for everything that is cut off, whichever part of the page saw it first. */
export function LostConnection() {
  const { isError, refetch, isFetching } = useQuery(inboxQuery)
  const cut = useCutSessions()
  const waiting = useSendUnsent(!isError && cut.length === 0)
  if (!isError && cut.length === 0) return null
  const again = () => {
    for (const { reconnect } of cut) reconnect()
    if (isError) void refetch()
  }
  return (
    <div className="strip" role="status">
      <Icon name="wifi" />
      {cut.length > 0 ? (
        <span>
          The connection is cut. The session goes on.{' '}
          <Countdown until={Math.min(...cut.map(({ retryAt }) => retryAt))} />
        </span>
      ) : (
        <span>The server does not answer. Sessions go on; this page shows what it knew last.</span>
      )}
      {waiting > 0 && <span>What you sent waits for it.</span>}
      <span className="sp" />
      <Button mini busy={isError && isFetching} onClick={again}>
        Try now
      </Button>
    </div>
  )
}

/** Nobody wants to hear each second of it. */
function Countdown({ until }: { readonly until: number }) {
  const seconds = Math.max(0, Math.ceil((until - useNow()) / 1000))
  return <span aria-live="off">Tried again in {seconds} s.</span>
}
