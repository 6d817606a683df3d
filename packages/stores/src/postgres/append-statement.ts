/** The statement that appends to many sessions at once, each under its fence. */
import type { AppendOptions, SealedRow, Settlement } from '@gyre/core'
import { cameTooLate } from '../refusals.ts'
import type { Head } from './pending-append.ts'
import { hasPayloads, noRemovalMeanwhile, rowParts, Values } from './row-statements.ts'
import { storableOrNull } from './storable-text.ts'

type Mirror = NonNullable<AppendOptions['mirror']>

/** All that is appended to one session by the holder of one token. */
export type Fenced = {
  readonly sid: number
  readonly token: number
  /** The row that all this follows on. */
  readonly after: Head
  readonly rows: readonly SealedRow[]
  readonly mirror: Mirror | undefined
  readonly settle: readonly Settlement[]
}

export type Statement = { readonly text: string; readonly values: readonly unknown[] }

/**
 * A session that passed its fence: by its place in the batch, from 1. One that is to end is not written when something
 * came for it that this statement cannot see: it is asked again.
 */
export type Passed = { readonly n: number; readonly is_written: boolean }

/**
 * The row of the session is locked before anything is written, and the token judged as it is then: a takeover comes
 * either before, and nothing is written, or after, and its holder finds all of it. A lock for reading (FOR SHARE) would do
 * for that. This one is stronger because the mirrored columns are written under it, and two that read would wait for
 * each other when both went on to write. Everybody locks in the order of `sid`, so nobody waits in a circle.
 *
 * The last row of the journal must be the one that the new links are made over: a server that took the place of another
 * may not have all that was committed there, tokens and rows alike.
 */
export function appendStatement(all: readonly Fenced[], schema: string): Statement {
  const [only] = all
  if (only && all.length === 1 && isLone(only)) return loneStatement(only)
  const values = new Values()
  const parts = all.some(hasOptions) ? optionParts(values, all, schema) : [`target AS ${locked(values, all, schema)}`]
  const ends = all.some(hasOptions) ? 'locked l LEFT JOIN target t ON t.n = l.n' : 'target t'
  const text = `
    WITH ${[...parts, ...rowParts(values, all)].join(',')}
    SELECT ${all.some(hasOptions) ? 'l.n, t.n IS NOT NULL' : 't.n, true'} AS is_written FROM ${ends}`
  return { text, values: values.list }
}

/** Whether a row is the last of its journal; before the first there is none. Of rows before it none is looked at. */
function follows(sid: string, seq: string, chain: string): string {
  const isLast = `
    SELECT j.seq = ${seq} AND j.chain = ${chain} FROM journal j
    WHERE j.sid = ${sid} AND j.seq >= ${seq} ORDER BY j.seq DESC LIMIT 1`
  return `coalesce((${isLast}), ${seq} = 0)`
}

/** Materialized, because it is read several times and locks. */
function locked(values: Values, all: readonly Fenced[], schema: string): string {
  const fences = values.table([
    ['bigint', all.map(({ sid }) => sid)],
    ['bigint', all.map(({ token }) => token)],
    ['bigint', all.map(({ after }) => after.seq)],
    ['text', all.map(({ after }) => after.chain)],
  ])
  const condition = hasPayloads(all) ? `AND ${noRemovalMeanwhile(values, schema)}` : ''
  return `MATERIALIZED (
      SELECT f.n, s.sid, s.owner, s.wake_seq
      FROM ${fences} WITH ORDINALITY f (sid, token, seq, chain, n)
        JOIN session s ON s.sid = f.sid AND s.token = f.token
      WHERE ${follows('s.sid', 'f.seq', 'f.chain')} ${condition} ORDER BY s.sid FOR NO KEY UPDATE OF s
    )`
}

/**
 * What is queued for a session when it ends is rejected with it. But an intervention that was added while this
 * statement waited for the lock is not among what the statement sees. It has bumped `wake_seq`: where the locked row has
 * another one than the row that is seen, the session is left alone, and asked for again.
 */
function optionParts(values: Values, all: readonly Fenced[], schema: string): readonly string[] {
  const changes = values.table([
    ['text', all.map(({ mirror }) => mirror?.status ?? null)],
    ['text', all.map(({ mirror }) => mirror?.outcome ?? null)],
    ['text', all.map(({ mirror }) => (mirror?.usage === undefined ? null : JSON.stringify(mirror.usage)))],
    ['boolean', all.map(({ mirror }) => mirror?.state === 'ended')],
  ])
  const settled = all.flatMap(({ settle }) => settle)
  const settlements = values.table([
    ['bigint', all.flatMap(({ settle }, at) => settle.map(() => at + 1))],
    ['text', settled.map(({ id }) => id)],
    ['text', settled.map(({ state }) => state)],
    ['text', settled.map(({ at }) => storableOrNull(at))],
    ['text', settled.map(({ why }) => storableOrNull(why))],
  ])
  return [
    `locked AS ${locked(values, all, schema)}`,
    `change AS (SELECT * FROM ${changes} WITH ORDINALITY c (status, outcome, usage, ends, n))`,
    `target AS MATERIALIZED (
      SELECT l.n, l.sid, l.owner, c.ends
      FROM locked l JOIN change c ON c.n = l.n JOIN session seen ON seen.sid = l.sid
      WHERE NOT c.ends OR seen.wake_seq = l.wake_seq
    )`,
    `mirrored AS (
      UPDATE session s SET status = c.status, outcome = coalesce(c.outcome, s.outcome), usage = coalesce(c.usage, s.usage),
        state = CASE WHEN c.ends THEN 'ended' ELSE s.state END,
        worker = CASE WHEN c.ends THEN NULL ELSE s.worker END,
        lease_until = CASE WHEN c.ends THEN NULL ELSE s.lease_until END
      FROM target t JOIN change c ON c.n = t.n WHERE s.sid = t.sid AND c.status IS NOT NULL
    )`,
    `settled AS (
      UPDATE intervention i SET state = q.state, applied_at = q.at, why = q.why
      FROM (
        SELECT i.place, coalesce(x.state, 'rejected') AS state, x.at,
          CASE WHEN x.id IS NULL THEN '${cameTooLate}' ELSE x.why END AS why
        FROM target t JOIN intervention i ON i.sid = t.sid
          LEFT JOIN ${settlements} x (n, id, state, at, why) ON x.n = t.n AND x.id = i.id
        WHERE i.state = 'queued' AND (t.ends OR x.id IS NOT NULL)
      ) q
      WHERE i.place = q.place AND i.state = 'queued'
    )`,
  ]
}

function isLone(fenced: Fenced): boolean {
  return fenced.rows.length === 1 && fenced.rows[0]?.payloads.length === 0 && !hasOptions(fenced)
}

function hasOptions({ mirror, settle }: Fenced): boolean {
  return mirror !== undefined || settle.length > 0
}

/** One row by itself: the fence is part of the insert, and nothing is taken apart from arrays. */
function loneStatement({ sid, token, after, rows }: Fenced): Statement {
  const [{ seq, at, type, path, kind, request, result, data, chain, key }] = rows.map(({ row }) => row) as [
    SealedRow['row'],
  ]
  const texts = [storableOrNull(path), storableOrNull(kind), request, result, data, chain, key]
  return { text: lone, values: [sid, token, seq, at, type, ...texts, after.seq, after.chain] }
}

const lone = `
  INSERT INTO journal (sid, owner, seq, at, type, path, kind, request, result, data, chain, key)
  SELECT sid, owner, $3::bigint, $4::bigint, $5, $6, $7, $8, $9, $10, $11, $12
  FROM session s WHERE sid = $1 AND token = $2 AND ${follows('s.sid', '$13::bigint', '$14')}
  FOR NO KEY UPDATE
  RETURNING 1 AS n, true AS is_written`
