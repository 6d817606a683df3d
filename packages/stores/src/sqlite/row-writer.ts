/** Writes sealed rows and what belongs to them. Only called inside a write of the group commit. */
import type { StatementSync } from 'node:sqlite'
import type { AppendOptions, SealedRow } from '@gyre/core'
import { cameTooLate } from '../refusals.ts'
import type { Connection } from './connection.ts'

/** The number of a session that is not there: no token fits it. */
const nowhere = -1

/** A session by its number, and the token its writer holds. */
export type Fence = { readonly sid: number; readonly token: number }

export class RowWriter {
  readonly #find: StatementSync
  readonly #insert: StatementSync
  readonly #fence: StatementSync
  readonly #keep: StatementSync
  readonly #use: StatementSync
  readonly #mirror: StatementSync
  readonly #settle: StatementSync
  readonly #rejectRest: StatementSync

  constructor(connection: Connection) {
    this.#find = connection.prepare('SELECT sid FROM session WHERE id = ?')
    // The fence is part of the insert: with another token nothing is selected, so nothing is written.
    this.#insert = connection.prepare(`
      INSERT INTO journal (sid, owner, seq, at, type, path, kind, request, result, data, chain, key)
      SELECT sid, owner, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM session WHERE sid = ? AND token = ?`)
    this.#fence = connection.prepare('SELECT 1 FROM session WHERE sid = ? AND token = ?')
    this.#keep = connection.prepare(`
      INSERT OR IGNORE INTO payload (owner, address, text) SELECT owner, ?, ? FROM session WHERE sid = ?`)
    this.#use = connection.prepare(`
      INSERT OR IGNORE INTO payload_use (sid, pid, owner)
      SELECT s.sid, p.pid, s.owner FROM session s JOIN payload p ON p.address = ? AND p.owner = s.owner WHERE s.sid = ?`)
    this.#mirror = connection.prepare(`
      UPDATE session SET status = ?1, outcome = coalesce(?2, outcome), usage = coalesce(?5, usage),
        state = iif(?3, 'ended', state), worker = iif(?3, NULL, worker), lease_until = iif(?3, NULL, lease_until)
      WHERE sid = ?4`)
    this.#settle = connection.prepare(`
      UPDATE intervention SET state = ?, applied_at = ?, why = ? WHERE id = ? AND sid = ? AND state = 'queued'`)
    this.#rejectRest = connection.prepare(`
      UPDATE intervention SET state = 'rejected', why = ? WHERE sid = ? AND state = 'queued'`)
  }

  /** The number of a session. */
  find(session: string): number {
    return Number(this.#find.get(session)?.['sid'] ?? nowhere)
  }

  /** False when the fence refused. */
  write(fence: Fence, rows: readonly SealedRow[], options?: AppendOptions): boolean {
    if (rows.length === 0 && this.#fence.get(fence.sid, fence.token) === undefined) return false
    for (const sealed of rows) {
      if (!this.#writeRow(fence, sealed)) return false
    }
    if (options?.mirror) this.#writeMirror(fence.sid, options.mirror)
    for (const { id, state, at, why } of options?.settle ?? []) this.#settle.run(state, at, why, id, fence.sid)
    if (options?.mirror?.state === 'ended') this.#rejectRest.run(cameTooLate, fence.sid)
    return true
  }

  #writeRow({ sid, token }: Fence, { row, payloads }: SealedRow): boolean {
    const { seq, at, type, path, kind, request, result, data, chain, key } = row
    const { changes } = this.#insert.run(seq, at, type, path, kind, request, result, data, chain, key, sid, token)
    if (changes !== 1) return false
    for (const { address, text } of payloads) {
      this.#keep.run(address, text, sid)
      this.#use.run(address, sid)
    }
    return true
  }

  #writeMirror(sid: number, { status, outcome, usage, state }: NonNullable<AppendOptions['mirror']>): void {
    const used = usage === undefined ? null : JSON.stringify(usage)
    this.#mirror.run(status, outcome ?? null, state === 'ended' ? 1 : 0, sid, used)
  }
}
