/** What waits for the connection, and its sending as soon as that is back. */
import { useEffect, useSyncExternalStore } from 'react'
import { editIntervention, sendIntervention } from '../api/sessions.ts'
import { useAskAgain } from '../api/subjects.ts'
import { type Unsent, unsents } from './unsent.ts'

export function useUnsent(session: string): readonly Unsent[] {
  return useSyncExternalStore(unsents.subscribe, () => unsents.of(session))
}

/** What did not come through though the server answers is tried again. */
const againMs = 5000

/** For all sessions, whatever the page shows; tells for how many of them something waits. */
export function useSendUnsent(isReached: boolean): number {
  const waiting = useSyncExternalStore(unsents.subscribe, () => unsents.waiting)
  const askAgain = useAskAgain()
  useEffect(() => {
    if (!isReached || waiting.length === 0) return
    const flush = () => {
      for (const session of waiting) {
        const told = unsents.flush(session, {
          send: (sent, key) => sendIntervention(session, { ...sent, key }),
          amend: (id, body) => editIntervention(session, id, body),
        })
        void told.then(() => askAgain(['inbox'], ['sessions'], ['interventions', session]))
      }
    }
    flush()
    const timer = setInterval(flush, againMs)
    return () => clearInterval(timer)
  }, [isReached, waiting, askAgain])
  return waiting.length
}
