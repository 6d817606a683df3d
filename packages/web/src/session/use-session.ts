/** Sessions in components. */
import { useMemo, useSyncExternalStore } from 'react'
import { LiveSession } from './live-session.ts'

/** Sessions that were looked at last: going back to one shows it at once, and goes on from its last fact. */
const known = new Map<string, LiveSession>()
const mostKnown = 6

function liveSession(id: string): LiveSession {
  const live = known.get(id) ?? new LiveSession(id)
  known.delete(id)
  known.set(id, live)
  for (const [oldest, { isWatched }] of known) {
    if (known.size <= mostKnown) break
    if (!isWatched) known.delete(oldest)
  }
  return live
}

/** The session; the component is drawn again whenever it changes. `live.version` tells that it did. */
export function useSession(id: string): LiveSession {
  // Kept by the component: where more are shown at once than are known, none is read from its first fact each time.
  const live = useMemo(() => liveSession(id), [id])
  useSyncExternalStore(live.subscribe, () => live.version)
  return live
}
