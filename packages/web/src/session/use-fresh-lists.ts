/** Lists of sessions are looked at now and then; what is seen of one that is open is in them at once. */
import { useEffect, useRef } from 'react'
import { useAskAgainHere } from '../api/subjects.ts'
import type { LiveSession } from './live-session.ts'

export function useFreshLists({ log, connection }: LiveSession): void {
  const askAgain = useAskAgainHere()
  const { status, questions } = log.view
  // What is told of the past is in the lists already.
  const standing = connection.state === 'loading' ? undefined : `${log.id} ${status} ${questions.size}`
  const last = useRef(standing)
  useEffect(() => {
    const before = last.current
    last.current = standing
    if (before === undefined || standing === undefined || before === standing) return
    void askAgain(['sessions'], ['inbox'])
  }, [askAgain, standing])
}
