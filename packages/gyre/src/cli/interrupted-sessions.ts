/** Sessions somebody should go on with: their process died, or a person paused them. */
import type { Runtime, SessionRow } from '@gyre/core'

const mostListed = 100
/** These wait for a person or for a worker, not for a process that died. */
const atRest: ReadonlySet<string> = new Set(['queued', 'paused', 'waiting'])

/** Sessions whose process is gone, newest first. */
export async function interruptedSessions(runtime: Runtime, nowMs: number): Promise<readonly SessionRow[]> {
  const ids = new Set(await runtime.store.sessions.abandoned(nowMs, mostListed))
  if (ids.size === 0) return []
  const rows = await runtime.list({ states: ['queued', 'running'] })
  return rows.filter(({ id, mirror }) => ids.has(id) && !atRest.has(mirror.status))
}

/** Those, and the paused ones nobody holds. */
export async function resumableSessions(runtime: Runtime, nowMs: number): Promise<readonly SessionRow[]> {
  const paused = await runtime.list({ states: ['queued', 'parked'], statuses: ['paused'] })
  const all = [...(await interruptedSessions(runtime, nowMs)), ...paused]
  return all.toSorted((a, b) => (a.id < b.id ? 1 : -1))
}
