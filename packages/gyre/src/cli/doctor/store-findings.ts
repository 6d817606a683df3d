/** The store: its file, what is in it, and whether the clock fits to it. */
import { DatabaseSync } from 'node:sqlite'
import type { Runtime } from '@gyre/core'
import { interruptedSessions } from '../session/interrupted-sessions.ts'
import { type Finding, fault, note, ok } from './finding.ts'

/** The file itself, read and not changed. */
export function fileFinding(path: string): Finding {
  const check = 'store'
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path, { readOnly: true, timeout: 5000 })
    const [first] = database.prepare('PRAGMA quick_check(1)').all()
    const said = String(Object.values(first ?? {})[0] ?? '')
    const format = Object.values(database.prepare('PRAGMA user_version').get() ?? {})[0]
    return said === 'ok' ? ok(check, `${path}, format ${format}, undamaged`) : damaged(path, said)
  } catch (error) {
    return damaged(path, error instanceof Error ? error.message : String(error))
  } finally {
    database?.close()
  }
}

function damaged(path: string, why: string): Finding {
  return fault('store', `${path} is damaged: ${why}`, 'Keep the file, and put the last backup in its place.')
}

/** How far a clock may be behind what was written: clocks of several machines differ a little. */
const toleranceMs = 60_000
const earliestMs = Date.UTC(2026, 0)

export async function sessionFindings(runtime: Runtime, nowMs: number): Promise<readonly Finding[]> {
  const sessions = await runtime.listAll()
  const left = await interruptedSessions(runtime, nowMs)
  const count = `${sessions.length} ${sessions.length === 1 ? 'session' : 'sessions'}`
  const newestMs = Math.max(0, ...sessions.map(({ mirror }) => mirror.updatedAt))
  return [
    left.length === 0
      ? ok('sessions', `${count}, none interrupted`)
      : note('sessions', `${count}, ${left.length} interrupted`, 'Go on with them: gyre resume'),
    clockFinding(newestMs, nowMs),
  ]
}

/** Leases and the order of sessions go by the clock. */
export function clockFinding(newestMs: number, nowMs: number): Finding {
  const now = new Date(nowMs).toISOString()
  const isBehind = nowMs < newestMs - toleranceMs
  if (!isBehind && nowMs >= earliestMs) return ok('clock', now)
  const than = isBehind ? `earlier than the newest session, ${new Date(newestMs).toISOString()}` : 'long past'
  return fault('clock', `The clock says ${now}, ${than}.`, 'Set the clock of this machine.')
}
