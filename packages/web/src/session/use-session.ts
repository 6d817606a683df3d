/** Sessions in components. */
import { useSyncExternalStore } from 'react'
import { LiveSession } from './live-session.ts'

/** Sessions that were looked at last: going back to one shows it at once, and goes on from its last fact. */
const known = new Map<string, LiveSession>()
const mostKnown = 6

function liveSession(id: string): LiveSession {
  const live = known.get(id) ?? new LiveSession(id)
  known.delete(id)
  known.set(id, live)
  const [oldest] = known.keys()
  if (known.size > mostKnown && oldest !== undefined) known.delete(oldest)
  return live
}

/** The session; the component is drawn again whenever it changes. `live.version` tells that it did. */
export function useSession(id: string): LiveSession {
  const live = liveSession(id)
  useSyncExternalStore(live.subscribe, () => live.version)
  return live
}
