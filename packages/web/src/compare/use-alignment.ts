/** Two sessions step by step, again whenever one of them has grown. */
import { useEffect, useRef, useState } from 'react'
import { inPieces } from '../session/breath.ts'
import type { LiveSession } from '../session/live-session.ts'
import { type Alignment, aligning } from './alignment.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { useThrottled } from './use-throttled.ts'

/** Long sessions come in piece by piece: they are not held against each other with each. */
const alignEveryMs = 400

/** Nothing before they have been held against each other for the first time. What fails there is thrown as they are drawn. */
export function useAlignment(a: LiveSession, b: LiveSession): Alignment | null {
  const [alignment, setAlignment] = useState<Alignment | null>(null)
  const version = useThrottled(`${a.version} ${b.version}`, alignEveryMs)
  const asked = useRef<() => void>(undefined)
  useEffect(() => {
    const ending = new AbortController()
    const fail = (error: unknown) => {
      if (ending.signal.aborted) return
      setAlignment(() => {
        throw error
      })
    }
    // Two that grow faster than they are held against each other are shown as they were: never would be worse.
    const align = oneAtATime(async () => {
      // Of nothing there would be nothing to tell, in figures.
      if (a.log.facts.length === 0 || b.log.facts.length === 0) return
      const found = await inPieces(aligning([...a.log.steps], [...b.log.steps]), ending.signal)
      if (found) setAlignment(found)
    })
    asked.current = () => void align().catch(fail)
    return () => ending.abort()
  }, [a, b])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a log is the same object while it grows; its version tells.
  useEffect(() => asked.current?.(), [a, b, version])
  return alignment
}
