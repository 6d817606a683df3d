/** Ended sessions go with all they hold, a part of them in each transaction, so that others have their turn. */
import type { Database, Statements } from './database.ts'
import { payloadLock } from './row-statements.ts'
import { lockFor } from './transaction-lock.ts'

const sessionsAtOnce = 100
/** A session that has more by itself loses them in parts. */
const rowsAtOnce = 20_000

type Ended = { readonly sid: number; readonly rows: number }

const findEnded = `
  SELECT sid, (SELECT coalesce(max(seq), 0) FROM journal WHERE journal.sid = session.sid) AS rows
  FROM session WHERE id = ANY ($1::text[]) AND state = 'ended' ORDER BY sid`

/** From the end: what is left in between is the beginning of a journal, and not one with a hole. */
const dropRows = 'DELETE FROM journal WHERE sid = $1 AND seq > $2'

const lockEnded = `SELECT sid FROM session WHERE sid = ANY ($1::bigint[]) AND state = 'ended' ORDER BY sid FOR UPDATE`

/** What the first part deletes is still there for the second: uses by the same sessions do not count. */
const dropPayloads = `
  WITH gone AS (DELETE FROM payload_use WHERE sid = ANY ($1::bigint[]) RETURNING address, owner)
  DELETE FROM payload p USING (SELECT DISTINCT address, owner FROM gone) g
  WHERE p.address = g.address AND p.owner = g.owner AND NOT EXISTS (
    SELECT FROM payload_use u WHERE u.address = p.address AND u.owner = p.owner AND u.sid <> ALL ($1::bigint[])
  )`

export async function removeEnded(database: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const ended = await database.rows<Ended>(findEnded, [ids])
  for (const { sid, rows } of ended) {
    for (let left = rows - rowsAtOnce; left > 0; left -= rowsAtOnce) await database.rows(dropRows, [sid, left])
  }
  for (const sids of inParts(ended)) {
    await database.transaction((statements) => removeIn(database, statements, sids), { mayRepeat: true })
  }
}

/**
 * The lock on payloads comes last, and a statement of its own before the one that looks: those that began to use a
 * payload before have committed then, and are seen; those that begin after wait until it is gone, and store it again.
 */
async function removeIn(database: Database, statements: Statements, sids: readonly number[]): Promise<void> {
  const { rows } = statements
  const locked = (await rows<{ sid: number }>(lockEnded, [sids])).map(({ sid }) => sid)
  await rows('DELETE FROM journal WHERE sid = ANY ($1::bigint[])', [locked])
  await rows('DELETE FROM intervention WHERE sid = ANY ($1::bigint[])', [locked])
  await rows('DELETE FROM session WHERE sid = ANY ($1::bigint[])', [locked])
  await lockFor(database, statements, payloadLock)
  await rows(dropPayloads, [locked])
}

function inParts(ended: readonly Ended[]): readonly (readonly number[])[] {
  const parts: number[][] = []
  let rows = Number.POSITIVE_INFINITY
  for (const each of ended) {
    const last = parts.at(-1)
    if (last && last.length < sessionsAtOnce && rows + each.rows <= rowsAtOnce) {
      last.push(each.sid)
      rows += each.rows
    } else {
      parts.push([each.sid])
      rows = each.rows
    }
  }
  return parts
}
