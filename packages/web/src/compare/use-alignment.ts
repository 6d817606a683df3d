/** Two sessions step by step, again whenever one of them has grown. */
import { useEffect, useState } from 'react'
import { inPieces } from '../session/breath.ts'
import type { LiveSession } from '../session/live-session.ts'
import { type Alignment, aligning } from './alignment.ts'
import { useThrottled } from './use-throttled.ts'

/** Long sessions come in piece by piece: they are not held against each other with each. */
const alignEveryMs = 400

/** Nothing before they have been held against each other for the first time. */
export function useAlignment(a: LiveSession, b: LiveSession): Alignment | null {
  const [alignment, setAlignment] = useState<Alignment | null>(null)
  const version = useThrottled(`${a.version} ${b.version}`, alignEveryMs)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a log is the same object while it grows; its version tells.
  useEffect(() => {
    // Of nothing there would be nothing to tell, in figures.
    if (a.log.facts.length === 0 || b.log.facts.length === 0) return
    const ending = new AbortController()
    void inPieces(aligning(a.log.steps, b.log.steps), ending.signal).then((found) => {
      if (found) setAlignment(found)
    })
    return () => ending.abort()
  }, [a, b, version])
  return alignment
}
