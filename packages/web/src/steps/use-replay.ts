/** Going through a session once more, as it was after each of its steps. */
import { useCallback, useMemo, useRef, useState } from 'react'
import type { SessionLog } from '../session/session-log.ts'
import { logAt, stopsOf } from './log-at.ts'

export type Replay = {
  /** The session as it was; null when it is shown as it is. */
  readonly log: SessionLog | null
  /** Numbers of the facts it stops at. */
  readonly stops: readonly number[]
  /** How many of them are steps: the others are the end. */
  readonly steps: number
  readonly at: number
  readonly begin: () => void
  readonly go: (at: number) => void
  readonly leave: () => void
}

const none: readonly number[] = []

export function useReplay(source: SessionLog): Replay {
  const [at, setAt] = useState<number | null>(null)
  const made = useRef<SessionLog>(undefined)
  const isOn = at !== null
  // What comes in the meantime is for later: the slider keeps its length.
  const [stops, steps] = useMemo(() => (isOn ? [stopsOf(source), source.steps.length] : [none, 0]), [isOn, source])
  const seq = isOn ? stops[at] : undefined
  if (seq !== undefined) made.current = logAt(source, seq, made.current)
  return {
    log: seq === undefined ? null : (made.current ?? null),
    stops,
    steps,
    at: at ?? 0,
    begin: useCallback(() => setAt(0), []),
    go: setAt,
    leave: useCallback(() => setAt(null), []),
  }
}
