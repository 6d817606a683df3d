/** How a session stands with its workers, for people and programs: what says nothing is left out. */
import type { SessionRow } from '../../ports/store.ts'

/** How a session stands with its workers; what says nothing is left out. */
export type DispatchRecord = {
  /** Of one that waits for a worker: higher is first. Left out where it is 0. */
  readonly priority?: number
  /** Nobody begins it before this time, unless somebody resumes it. */
  readonly notBefore?: string
  /** The process that works on it, or holds it. */
  readonly worker?: string
  /**
   * It cannot go on by itself: nobody takes it until somebody resumes it. Of a row alone it is known only where the journal
   * could not say why: else the session is `waiting`.
   */
  readonly isSetAside?: true
}

/** Nothing happens to these until somebody does something. */
export const atRest: ReadonlySet<string> = new Set(['waiting', 'paused'])

/** The same, read off a row. */
export function dispatchRecord(row: SessionRow, isRun = row.state === 'running'): DispatchRecord {
  const { state, worker, waits } = row
  const { priority, notBefore } = waits
  return {
    ...(state === 'queued' && priority !== 0 && { priority }),
    ...(state === 'queued' && notBefore !== null && { notBefore: new Date(notBefore).toISOString() }),
    ...(isRun && worker !== null && { worker }),
    ...(isSetAside(row) && { isSetAside: true }),
  }
}

/** Whoever parks a session that can go on has it wait for somebody: one that was in the middle of something was set aside. */
export function isSetAside({ state, mirror }: SessionRow): boolean {
  return state === 'parked' && !atRest.has(mirror.status)
}
