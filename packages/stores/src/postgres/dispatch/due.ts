/**
 * Queued sessions that no bell tells of: those for which none hangs, since somebody heard it who could not take them, and
 * those whose bell was lost. The first are taken, for the others bells are rung again: one too many is answered in vain.
 *
 * However many sessions wait, only these are read: there are indexes on them.
 */
import type { Database } from '../database.ts'
import { timeSql } from '../server-time.ts'
import { bellOf, rankSql } from './bells.ts'
import type { Boss } from './boss.ts'
import { fitsSql, loopNames } from './compatible.ts'

/** A queued session and what limits may count it by. */
export type Candidate = { readonly id: string; readonly kind: string; readonly deaths: number }

export type Wanted = {
  /** How many may be found. */
  readonly most: number
  readonly loops: readonly string[]
  /** Whether the queue of bells is empty: then a bell that was rung seconds ago was lost. */
  readonly areBellsOut: boolean
  /** Those of lower rank wait for their turn among the bells; null when none hang. */
  readonly leastRank: number | null
  /** Sessions not to be found. */
  readonly except: readonly string[]
  /** Kinds of sessions not to be found. */
  readonly exceptKinds: readonly string[]
}

export type Due = {
  readonly due: readonly Candidate[]
  /** Whether there are sessions whose bell was lost. */
  readonly hasLost: boolean
  /** When the next of those that wait for their time is due, in ms from now; null when none waits. */
  readonly laterMs: number | null
}

/** A bell that was rung this long ago, and hangs no longer, was lost. */
const lostMs = 3000
/** While others hang nobody knows whether one still does; after so long another is rung. */
const unsureMs = 60_000
const mostAtOnce = 500

const separator = "E'\\x1f'"

/** Sessions that limits do not tell apart are of one kind. */
const kindSql = `(s.owner || ${separator} || coalesce(s.persona, '') || ${separator} || coalesce(s.provider, ''))`

export const candidateSql = `s.id, ${kindSql} AS kind, s.deaths`

/** Whether limits may count one of the first kind and one of the second as the same. */
export function areAkin(kind: string, other: string): boolean {
  const others = other.split('\x1f')
  return kind.split('\x1f').some((part, at) => part !== '' && part === others[at])
}

/** $1 loops, $2 their names, $3 how many, $4 the least rank, $5 and $6 what is left out. */
const dueSql = `
  SELECT ${candidateSql} FROM session s
  WHERE s.state = 'queued' AND s.offered_at IS NULL AND s.not_before IS NULL
    AND ($4::integer IS NULL OR ${rankSql} >= $4)
    AND s.id <> ALL($5::text[]) AND ${kindSql} <> ALL($6::text[])
    AND ${fitsSql('$1', '$2')}
  ORDER BY ${rankSql} DESC, s.sid LIMIT $3`

/** Since when a bell should have been heard for a session. */
const rungAt = 'greatest(s.offered_at, s.not_before)'

/** The first that was rung for, of those that fit: read from the index, whatever the server thinks how many fit. */
const firstRungSql = (fits: string) => `
  (SELECT ${rungAt} FROM session s WHERE s.state = 'queued' AND ${rungAt} ${fits} ORDER BY ${rungAt} LIMIT 1)`

/** $7 how long ago a bell was rung that counts as lost; the rest as above. */
const lookSql = `
  SELECT coalesce((SELECT json_agg(d) FROM (${dueSql}) d), '[]') AS due,
    coalesce(${firstRungSql('IS NOT NULL')} < ${timeSql} - $7::bigint, false) AS "hasLost",
    ${firstRungSql(`> ${timeSql}`)} - ${timeSql} AS "laterMs"`

const lostSql = `
  WITH k AS (
    SELECT s.sid FROM session s WHERE s.state = 'queued' AND ${rungAt} < ${timeSql} - $1::bigint
    ORDER BY ${rungAt} LIMIT ${mostAtOnce} FOR NO KEY UPDATE SKIP LOCKED)
  UPDATE session s SET offered_at = ${timeSql} FROM k WHERE s.sid = k.sid
  RETURNING s.id, ${rankSql} AS rank`

export class DueSessions {
  readonly #database: Database
  readonly #boss: Boss

  constructor(database: Database, boss: Boss) {
    this.#database = database
    this.#boss = boss
  }

  /** Those that can be taken, and what else there is to know about those that wait. */
  async look(wanted: Wanted): Promise<Due> {
    const values = [...wantedValues(wanted), lostAfter(wanted)]
    const [seen] = await this.#database.rows<Due>(lookSql, values)
    return seen ?? { due: [], hasLost: false, laterMs: null }
  }

  /** Those that can be taken, and nothing else. */
  find(wanted: Wanted): Promise<readonly Candidate[]> {
    return this.#database.rows<Candidate>(dueSql, wantedValues(wanted))
  }

  /** Rings for those whose bell was lost. */
  async ringAgain(wanted: Pick<Wanted, 'areBellsOut'>): Promise<void> {
    await this.#boss.started()
    await this.#database.transaction(
      async (statements) => {
        const lost = await statements.rows<{ id: string; rank: number }>(lostSql, [lostAfter(wanted)])
        const bells = lost.map(({ id, rank }) => bellOf(id, rank))
        await this.#boss.ring(bells, statements)
      },
      { mayRepeat: true },
    )
  }
}

function lostAfter({ areBellsOut }: Pick<Wanted, 'areBellsOut'>): number {
  return areBellsOut ? lostMs : unsureMs
}

function wantedValues({ loops, most, leastRank, except, exceptKinds }: Wanted): readonly unknown[] {
  return [loops, loopNames(loops), most, leastRank, except, exceptKinds]
}
