/** Bells: one is hung up for a session that waits, and the row of the session notes since when. */
import type { JobInsert } from 'pg-boss'
import { timeSql } from '../server-time.ts'

/** What a bell carries: whom it is rung for, and how soon it is answered: those of higher rank first. */
export type Bell = { readonly session: string; readonly rank: number }

/** `rankOf` of the core, over a row; an index has the same expression. */
export const rankSql = '(2 * s.priority + (s.token > 0)::integer)'

/** One that is to ring later does not keep another from ringing now. */
export function bellOf(session: string, rank: number, notBefore: number | null = null): JobInsert<Bell> {
  const bell = { data: { session, rank }, priority: rank }
  if (notBefore === null) return { ...bell, singletonKey: session }
  const startAfter = new Date(notBefore).toISOString()
  return { ...bell, singletonKey: `${session} ${startAfter}`, startAfter }
}

/**
 * Notes that bells hang for sessions ($1), or that none do ($2 is false): whoever looks next finds those. A time to wait
 * for that has come is no more to be minded. Sessions that somebody takes at this moment are passed over, so nobody waits
 * for anybody.
 */
export const noteBellsSql = `
  WITH k AS (
    SELECT sid FROM session WHERE id = ANY($1::text[]) AND state = 'queued' ORDER BY sid FOR NO KEY UPDATE SKIP LOCKED)
  UPDATE session s SET offered_at = CASE WHEN $2::boolean THEN ${timeSql} END,
    not_before = CASE WHEN s.not_before > ${timeSql} THEN s.not_before END
  FROM k WHERE s.sid = k.sid RETURNING s.id, s.not_before, ${rankSql} AS rank`

export type Noted = { readonly id: string; readonly not_before: number | null; readonly rank: number }
