/**
 * Interventions in PostgreSQL.
 *
 * Each change locks the session first, then the intervention, as whoever ends the session does. They may be asked
 * twice when a connection breaks: an intervention that is there under its id is the one that was sent.
 */
import type { Intervention, Interventions, Json, NewIntervention } from '@gyre/core'
import { sessionEnded, sessionUnknown } from '../refusals.ts'
import type { Changes } from './changes.ts'
import type { Database, Statements } from './database.ts'
import { storable } from './storable-text.ts'

export type InterventionsOptions = { readonly database: Database; readonly changes: Changes }

type Row = Omit<Intervention, 'body' | 'appliedAt'> & { readonly body: string; readonly applied_at: string | null }
type Session = { readonly sid: number; readonly owner: string; readonly state: string }
type Added = { readonly added: Intervention; readonly isNew: boolean }

const columns = `i.id, s.id AS session, i.action, i.body, i.sender AS "by", i.at, i.state, i.applied_at, i.why, i.key`

const select = `SELECT ${columns} FROM intervention i JOIN session s ON s.sid = i.sid`

const lockSession = 'SELECT sid, owner, state FROM session WHERE id = $1 FOR NO KEY UPDATE'

const lockSessionOf = `
  SELECT s.id, s.sid FROM session s WHERE s.sid = (SELECT sid FROM intervention WHERE id = $1) FOR NO KEY UPDATE`

const insert = `
  INSERT INTO intervention (id, sid, owner, action, body, sender, at, state, key)
  VALUES ($1, $2, $3, $4, $5, $6, $7, 'queued', $8)`

/** Whoever sends something has looked at it: deaths of its workers are counted anew. */
const wake = `
  UPDATE session SET wake_seq = wake_seq + 1,
    deaths = CASE WHEN state = 'parked' THEN 0 ELSE deaths END,
    offered_at = CASE WHEN state = 'parked' THEN NULL ELSE offered_at END,
    state = CASE WHEN state = 'parked' THEN 'queued' ELSE state END
  WHERE sid = $1 RETURNING pg_notify($2, id)`

const bump = `UPDATE session SET wake_seq = wake_seq + 1 WHERE sid = $1 RETURNING pg_notify($2, id)`

const takeOne = `
  UPDATE intervention i SET taken = true FROM session s
  WHERE i.id = $1 AND i.state = 'queued' AND s.sid = i.sid RETURNING ${columns}`

const editOne = `UPDATE intervention SET body = $2 WHERE id = $1 AND state = 'queued' AND NOT taken RETURNING id`

const withdrawOne = `
  UPDATE intervention SET state = 'withdrawn' WHERE id = $1 AND state = 'queued' AND NOT taken RETURNING id`

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
    const { added, isNew } = await this.#database.transaction((statements) => this.#queue(statements, intervention), {
      mayRepeat: true,
    })
    if (isNew) this.#changes.woke(intervention.session)
    return added
  }

  async list(session: string): Promise<readonly Intervention[]> {
    return (await this.#database.rows<Row>(`${select} WHERE s.id = $1 ORDER BY i.place`, [session])).map(shown)
  }

  async take(id: string): Promise<Intervention | undefined> {
    const [row] = await this.#database.rows<Row>(takeOne, [id])
    return row && shown(row)
  }

  edit(id: string, body: Json): Promise<boolean> {
    const text = JSON.stringify(body)
    return this.#change(id, async ({ rows }) => (await rows(editOne, [id, text])).length === 1)
  }

  withdraw(id: string): Promise<boolean> {
    let isRepeated = false
    return this.#change(id, async ({ rows }) => {
      if ((await rows(withdrawOne, [id])).length === 1) {
        isRepeated = true
        return true
      }
      // The connection broke after it was withdrawn, and before that was known.
      return isRepeated && (await rows<Row>(`${select} WHERE i.id = $1`, [id]))[0]?.state === 'withdrawn'
    })
  }

  async #queue({ rows }: Statements, intervention: NewIntervention): Promise<Added> {
    const { id, session, action, body, by, at } = intervention
    const key = intervention.key === null ? null : storable(intervention.key)
    const [found] = await rows<Session>(lockSession, [session])
    if (found === undefined) throw sessionUnknown(session)
    const [known] = await rows<Row>(
      `${select} WHERE i.sid = $1 AND (i.id = $2 OR i.key = $3) ORDER BY i.place LIMIT 1`,
      [found.sid, id, key],
    )
    if (known) return { added: shown(known), isNew: known.id === id }
    if (found.state === 'ended') throw sessionEnded(session)
    const text = JSON.stringify(body)
    await rows(insert, [id, found.sid, found.owner, storable(action), text, storable(by), at, key])
    await rows(wake, [found.sid, this.#channel])
    const added = {
      ...intervention,
      body: JSON.parse(text) as Json,
      state: 'queued',
      appliedAt: null,
      why: null,
    } as const
    return { added, isNew: true }
  }

  async #change(id: string, apply: (statements: Statements) => Promise<boolean>): Promise<boolean> {
    const change = async (statements: Statements): Promise<string | undefined> => {
      const [session] = await statements.rows<{ id: string; sid: number }>(lockSessionOf, [id])
      if (session === undefined || !(await apply(statements))) return undefined
      await statements.rows(bump, [session.sid, this.#channel])
      return session.id
    }
    const session = await this.#database.transaction(change, { mayRepeat: true })
    if (session === undefined) return false
    this.#changes.woke(session)
    return true
  }
}

function shown({ applied_at, body, ...rest }: Row): Intervention {
  return { ...rest, body: JSON.parse(body) as Json, appliedAt: applied_at }
}
