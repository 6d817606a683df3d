/** A session that is not told of: the page says why, and how to try again. */
import { useCutSession } from '../shell/cut-sessions.ts'
import { Failure } from '../ui/states.tsx'
import type { LiveSession } from './live-session.ts'

/** The connection to the session, where it is cut or was refused: the session itself goes on. */
export function ConnectionNote({ live }: { readonly live: LiveSession }) {
  const { connection } = live
  if (connection.state === 'refused')
    return <Failure error={connection.error} doing="Watching the session" onRetry={live.reconnect} />
  return connection.state === 'cut' ? <Cut live={live} retryAt={connection.retryAt} /> : null
}

/** The page tells of it in the strip above, once for all that is cut off. */
function Cut({ live, retryAt }: { readonly live: LiveSession; readonly retryAt: number }) {
  useCutSession(retryAt, live.reconnect)
  return null
}
