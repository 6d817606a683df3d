/** What waits for the connection to a session, and its sending as soon as that is back. */
import { useEffect, useSyncExternalStore } from 'react'
import { useIntervene } from '../api/sessions.ts'
import type { LiveSession } from './live-session.ts'
import { type Unsent, unsents } from './unsent.ts'

export function useUnsent(session: string): readonly Unsent[] {
  return useSyncExternalStore(unsents.subscribe, () => unsents.of(session))
}

/** What did not come through though the session is told of is tried again. */
const againMs = 5000

/** Once on a page that shows the session. */
export function useSendWhenOpen({ log, connection }: LiveSession): void {
  const { mutateAsync } = useIntervene(log.id)
  const waits = useUnsent(log.id).some(({ refused }) => refused === undefined)
  // An ended session refuses it, and so tells who sent it that it came too late.
  const isOpen = connection.state === 'live' || connection.state === 'ended'
  useEffect(() => {
    if (!isOpen || !waits) return
    const flush = () => void unsents.flush(log.id, (sent, key) => mutateAsync({ ...sent, key }))
    flush()
    const timer = setInterval(flush, againMs)
    return () => clearInterval(timer)
  }, [isOpen, waits, log.id, mutateAsync])
}
