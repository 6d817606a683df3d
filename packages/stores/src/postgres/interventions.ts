/**
 * Interventions in PostgreSQL.
 *
 * Each change is one statement, so that nobody who is stopped in the middle of one keeps the session from others. It locks
 * the session first, then the intervention, as whoever ends the session does. Some may be asked twice when a connection
 * breaks: an intervention that is there under its id is the one that was sent.
 */
import { GyreError, type Intervention, type Interventions, type Json, type NewIntervention } from '@gyre/core'
import { sessionEnded, sessionUnknown } from '../refusals.ts'
import type { Changes } from './changes.ts'
import type { Database } from './database.ts'
import { storable, storableOrNull } from './storable-text.ts'
import { onceOrAgain } from './uncertain.ts'

export type InterventionsOptions = { readonly database: Database; readonly changes: Changes }

type Row = Omit<Intervention, 'body' | 'appliedAt'> & { readonly body: string; readonly applied_at: string | null }
type Added = Row & {
  readonly session_state: string
  readonly is_added: boolean
  /** Null when there was none: nothing of the row is there then. */
  readonly known_id: string | null
}
/** The session whose intervention it was. */
type Changed = { readonly id: string }

const columns = `i.id, s.id AS session, i.action, i.body, i.sender AS "by", i.at, i.state, i.applied_at, i.why, i.key`

const select = `SELECT ${columns} FROM intervention i JOIN session s ON s.sid = i.sid`

/**
 * Whoever sends something has looked at it: deaths of its workers are counted anew. What was sent while this waited for
 * the session is not seen by it, and not written again: it is asked once more.
 */
const addOne = `
  WITH target AS MATERIALIZED (
    SELECT sid, owner, state FROM session WHERE id = $1 FOR NO KEY UPDATE
  ), known AS MATERIALIZED (
    ${select} JOIN target t ON t.sid = i.sid WHERE i.id = $2 OR i.key = $7 ORDER BY i.place LIMIT 1
  ), added AS (
    INSERT INTO intervention (id, sid, owner, action, body, sender, at, key, state)
    SELECT $2, sid, owner, $3, $4, $5, $6::bigint, $7, 'queued' FROM target
    WHERE state <> 'ended' AND NOT EXISTS (SELECT FROM known)
    ON CONFLICT DO NOTHING RETURNING sid
  ), woken AS (
    UPDATE session s SET wake_seq = wake_seq + 1,
      deaths = CASE WHEN state = 'parked' THEN 0 ELSE deaths END,
      offered_at = CASE WHEN state = 'parked' THEN NULL ELSE offered_at END,
      state = CASE WHEN state = 'parked' THEN 'queued' ELSE state END
    FROM added a WHERE s.sid = a.sid RETURNING pg_notify($8, s.id)
  )
  SELECT t.state AS session_state, EXISTS (SELECT FROM woken) AS is_added, k.id AS known_id, k.*
  FROM target t LEFT JOIN known k ON true`

/** A change of one that is queued and in nobody's hands, of which whoever works on the session hears. */
const changeOne = (change: string, channel: string) => `
  WITH target AS MATERIALIZED (
    SELECT sid FROM session WHERE sid = (SELECT sid FROM intervention WHERE id = $1) FOR NO KEY UPDATE
  ), changed AS (
    UPDATE intervention i SET ${change} FROM target t
    WHERE i.id = $1 AND i.sid = t.sid AND i.state = 'queued' AND NOT i.taken RETURNING i.sid
  )
  UPDATE session s SET wake_seq = wake_seq + 1 FROM changed c WHERE s.sid = c.sid RETURNING s.id, pg_notify(${channel}, s.id)`

const editOne = changeOne('body = $2', '$3')
const withdrawOne = changeOne(`state = 'withdrawn'`, '$2')

const takeOne = `
  UPDATE intervention i SET taken = true FROM session s
  WHERE i.id = $1 AND i.state = 'queued' AND s.sid = i.sid RETURNING ${columns}`

const sameBody = 'SELECT s.id FROM intervention i JOIN session s ON s.sid = i.sid WHERE i.id = $1 AND i.body = $2'
const withdrawn = `
  SELECT s.id FROM intervention i JOIN session s ON s.sid = i.sid WHERE i.id = $1 AND i.state = 'withdrawn'`

export class PostgresInterventions implements Interventions {
  readonly #database: Database
  readonly #changes: Changes
  /** Where workers hear of what was sent. */
  readonly #channel: string

  constructor({ database, changes }: InterventionsOptions) {
    this.#database = database
    this.#changes = changes
    this.#channel = database.channel('wake')
  }

  async add(intervention: NewIntervention): Promise<Intervention> {
    const { id, session } = intervention
    const text = JSON.stringify(intervention.body)
    let found = await this.#ask(intervention, text)
    if (found && !isDecided(found)) found = await this.#ask(intervention, text)
    if (found === undefined) throw sessionUnknown(session)
    if (found.known_id !== null) {
      const { known_id: _, is_added: __, session_state: ___, ...known } = found
      // It may be the one that was sent before the connection broke.
      if (known.id === id) this.#changes.woke(session)
      return shown(known)
    }
    if (!found.is_added) throw found.session_state === 'ended' ? sessionEnded(session) : interventionKnown(id)
    this.#changes.woke(session)
    return { ...intervention, body: JSON.parse(text) as Json, state: 'queued', appliedAt: null, why: null }
  }

  async list(session: string): Promise<readonly Intervention[]> {
    return (await this.#database.rows<Row>(`${select} WHERE s.id = $1 ORDER BY i.place`, [storable(session)])).map(
      shown,
    )
  }

  async take(id: string): Promise<Intervention | undefined> {
    const [row] = await this.#database.rows<Row>(takeOne, [id])
    return row && shown(row)
  }

  edit(id: string, body: Json): Promise<boolean> {
    const text = JSON.stringify(body)
    return this.#change(editOne, [id, text, this.#channel], () => this.#database.rows(sameBody, [id, text]))
  }

  withdraw(id: string): Promise<boolean> {
    return this.#change(withdrawOne, [id, this.#channel], () => this.#database.rows(withdrawn, [id]))
  }

  async #ask({ id, session, action, by, at, key }: NewIntervention, body: string): Promise<Added | undefined> {
    const values = [storable(session), id, storable(action), body, storable(by), at, storableOrNull(key), this.#channel]
    return (await this.#database.rows<Added>(addOne, values))[0]
  }

  /** `found` is asked when the connection broke and nothing is left to change: whether it was changed before. */
  async #change(text: string, values: readonly unknown[], found: () => Promise<readonly Changed[]>): Promise<boolean> {
    const [changed] = await onceOrAgain<readonly Changed[]>(
      () => this.#database.rowsOnce(text, values),
      async () => {
        const again = await this.#database.rows<Changed>(text, values)
        return again.length > 0 ? again : found()
      },
    )
    if (changed === undefined) return false
    this.#changes.woke(changed.id)
    return true
  }
}

function isDecided({ known_id, is_added }: Added): boolean {
  return known_id !== null || is_added
}

function interventionKnown(id: string): GyreError {
  return new GyreError('store-failed', `There is an intervention \`${id}\` already.`, { intervention: id })
}

function shown({ applied_at, body, ...rest }: Row): Intervention {
  return { ...rest, body: JSON.parse(body) as Json, appliedAt: applied_at }
}
