/** Sessions as they stand in the table of a database, and as they are shown. */
import type { JsonObject, SessionRow } from '@gyre/core'

export type StoredSession = {
  readonly id: string
  readonly owner: string
  readonly state: SessionRow['state']
  readonly worker: string | null
  readonly lease_until: number | null
  readonly token: number
  readonly wake_seq: number
  readonly priority: number
  readonly not_before: number | null
  readonly loop: string
  readonly loop_version: number
  readonly provider: string | null
  readonly title: string
  readonly thread: string
  readonly status: string
  readonly outcome: string | null
  readonly persona: string | null
  readonly arm: string | null
  readonly usage: string | null
  readonly created_at: number
  readonly updated_at: number | null
}

export const sessionColumns = `
  id, owner, state, worker, lease_until, token, wake_seq, priority, not_before, loop, loop_version, provider, title,
  thread, status, outcome, persona, arm, usage, created_at,
  (SELECT at FROM journal WHERE journal.sid = session.sid ORDER BY seq DESC LIMIT 1) AS updated_at`

/** `offset` is what the clock of a server is ahead of this one. */
export function sessionRow(row: StoredSession, offset = 0): SessionRow {
  return {
    id: row.id,
    owner: row.owner,
    state: row.state,
    worker: row.worker,
    leaseUntil: row.lease_until === null ? null : row.lease_until - offset,
    token: row.token,
    wakeSeq: row.wake_seq,
    waits: { priority: row.priority, notBefore: row.not_before === null ? null : row.not_before - offset },
    mirror: {
      loop: row.loop,
      loopVersion: row.loop_version,
      provider: row.provider,
      title: row.title,
      thread: row.thread,
      status: row.status,
      outcome: row.outcome,
      persona: row.persona,
      arm: row.arm,
      usage: row.usage === null ? null : (JSON.parse(row.usage) as JsonObject),
      createdAt: row.created_at,
      updatedAt: row.updated_at ?? row.created_at,
    },
  }
}
