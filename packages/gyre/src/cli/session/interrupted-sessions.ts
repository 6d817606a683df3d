/** Sessions somebody should go on with: their process died, a person paused them, or has answered them. */
import type { Runtime, SessionRow } from '@gyre/core'
import { type StandingStatus, Standings } from '@gyre/core'

/** These wait for a person or for a worker, not for a process that died. */
const atRest: ReadonlySet<string> = new Set(['queued', 'paused', 'waiting'])

/** Sessions whose process is gone, newest first. */
export async function interruptedSessions(runtime: Runtime, nowMs: number): Promise<readonly SessionRow[]> {
  const rows = await runtime.list({ states: ['queued', 'running'] })
  const working = rows.filter(({ mirror }) => !atRest.has(mirror.status)).map(({ id }) => id)
  const left = new Set(await runtime.store.sessions.abandoned(nowMs, working.length, working))
  return rows.filter(({ id }) => left.has(id))
}

export type ResumableSession = { readonly row: SessionRow; readonly status: StandingStatus }

const resumable: ReadonlySet<string> = new Set(['interrupted', 'paused', 'queued'])

/** Those that can go on at once, newest first: paused ones, wherever, and those nobody holds; of those that wait, the answered ones. */
export async function resumableSessions(runtime: Runtime, nowMs: number): Promise<readonly ResumableSession[]> {
  const rows = await runtime.list({ states: ['queued', 'running', 'parked'] })
  const standings = await Standings.read(runtime, nowMs, rows)
  return rows
    .map((row) => ({ row, status: standings.status(row) }))
    .filter(({ row, status }) => resumable.has(status) && (status === 'paused' || !standings.isRun(row)))
}
