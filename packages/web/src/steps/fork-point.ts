/** Where a fork begins. */
import type { SessionLog, Step } from '../session/session-log.ts'

/** The last fact that is kept. */
export type ForkPoint = {
  readonly seq: number
  /** The last step that is kept; '' for none. */
  readonly path: string
  /** The step after it runs again: with other words, or another model. */
  readonly isRerun: boolean
}

/** A step that is to run again is left out, with all that came after it. */
export function forkPoint({ steps }: SessionLog, step: Step, isRerun: boolean): ForkPoint {
  if (!isRerun) return { seq: step.seq, path: step.path, isRerun }
  const before = steps.findLast(({ seq }) => seq < step.seq)
  return { seq: step.seq - 1, path: before?.path ?? '', isRerun }
}
