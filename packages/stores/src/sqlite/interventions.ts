/** Interventions in SQLite. */
import type { StatementSync } from 'node:sqlite'
import type { Intervention, Interventions, Json, NewIntervention } from '@gyre/core'
import type { ChangeListeners } from '../change-listeners.ts'
import { sessionEnded, sessionUnknown } from '../refusals.ts'
import type { Connection } from './connection.ts'
import type { GroupCommit } from './group-commit.ts'

type Row = Omit<Intervention, 'body' | 'appliedAt'> & { readonly body: string; readonly applied_at: string | null }
type Session = { readonly sid: number; readonly owner: string; readonly state: string }

const columns = `i.id, s.id AS session, i.action, i.body, i.sender AS "by", i.at, i.state, i.applied_at, i.why, i.key
  FROM intervention i JOIN session s USING (sid)`

export class SqliteInterventions implements Interventions {
  readonly #commits: GroupCommit
  readonly #changes: ChangeListeners
  readonly #session: StatementSync
  readonly #byKey: StatementSync
  readonly #byId: StatementSync
  readonly #bySession: StatementSync
  readonly #insert: StatementSync
  readonly #wake: StatementSync
  readonly #take: StatementSync
  readonly #edit: StatementSync
  readonly #withdraw: StatementSync
  readonly #bump: StatementSync

  constructor(connection: Connection, commits: GroupCommit, changes: ChangeListeners) {
    this.#commits = commits
    this.#changes = changes
    this.#session = connection.prepare('SELECT sid, owner, state FROM session WHERE id = ?')
    this.#byKey = connection.prepare(`SELECT ${columns} WHERE i.sid = ? AND i.key = ?`)
    this.#byId = connection.prepare(`SELECT ${columns} WHERE i.id = ?`)
    this.#bySession = connection.prepare(`SELECT ${columns} WHERE s.id = ? ORDER BY i.place`)
    this.#insert = connection.prepare(`
      INSERT INTO intervention (id, sid, owner, action, body, sender, at, state, key)
      VALUES (?, ?, ?, ?, ?, ?, ?, 'queued', ?)`)
    this.#wake = connection.prepare(`
      UPDATE session SET wake_seq = wake_seq + 1, state = iif(state = 'parked', 'queued', state) WHERE sid = ?`)
    this.#take = connection.prepare(`UPDATE intervention SET taken = 1 WHERE id = ? AND state = 'queued'`)
    this.#edit = connection.prepare(`
      UPDATE intervention SET body = ? WHERE id = ? AND state = 'queued' AND taken = 0`)
    this.#withdraw = connection.prepare(`
      UPDATE intervention SET state = 'withdrawn' WHERE id = ? AND state = 'queued' AND taken = 0`)
    this.#bump = connection.prepare(`
      UPDATE session SET wake_seq = wake_seq + 1 WHERE sid = (SELECT sid FROM intervention WHERE id = ?)`)
  }

  async add(intervention: NewIntervention): Promise<Intervention> {
    const { added, isNew } = await this.#commits.write({
      rows: 2,
      isSingle: false,
      apply: () => this.#queue(intervention),
    })
    if (isNew) this.#changes.tell(intervention.session)
    return added
  }

  list(session: string): Promise<readonly Intervention[]> {
    return this.#commits.read(() => this.#bySession.all(session).map(shown))
  }

  take(id: string): Promise<Intervention | undefined> {
    return this.#commits.write({
      rows: 1,
      isSingle: false,
      apply: () => (this.#take.run(id).changes === 1 ? this.#find(id) : undefined),
    })
  }

  async edit(id: string, body: Json): Promise<boolean> {
    const text = JSON.stringify(body)
    return this.#change(id, () => this.#edit.run(text, id).changes === 1)
  }

  async withdraw(id: string): Promise<boolean> {
    return this.#change(id, () => this.#withdraw.run(id).changes === 1)
  }

  #queue(intervention: NewIntervention): { added: Intervention; isNew: boolean } {
    const { id, session, action, body, by, at, key } = intervention
    const found = this.#session.get(session) as unknown as Session | undefined
    if (found === undefined) throw sessionUnknown(session)
    const known = key === null ? undefined : this.#byKey.get(found.sid, key)
    if (known) return { added: shown(known), isNew: false }
    if (found.state === 'ended') throw sessionEnded(session)
    const text = JSON.stringify(body)
    this.#insert.run(id, found.sid, found.owner, action, text, by, at, key)
    this.#wake.run(found.sid)
    const added = {
      ...intervention,
      body: JSON.parse(text) as Json,
      state: 'queued',
      appliedAt: null,
      why: null,
    } as const
    return { added, isNew: true }
  }

  async #change(id: string, apply: () => boolean): Promise<boolean> {
    const session = await this.#commits.write({
      rows: 2,
      isSingle: false,
      apply: () => {
        if (!apply()) return undefined
        this.#bump.run(id)
        return this.#find(id)?.session
      },
    })
    if (session === undefined) return false
    this.#changes.tell(session)
    return true
  }

  #find(id: string): Intervention | undefined {
    const row = this.#byId.get(id)
    return row && shown(row)
  }
}

function shown(found: Record<string, unknown>): Intervention {
  const { applied_at, body, ...rest } = found as unknown as Row
  return { ...rest, body: JSON.parse(body) as Json, appliedAt: applied_at }
}
