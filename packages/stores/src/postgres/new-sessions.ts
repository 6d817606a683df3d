/** Sessions are made, with their first rows: those that come together by one statement. */
import { type GyreError, genesis, type LeaseTerms, type NewSession, type SealedRow } from '@gyre/core'
import { sessionKnown } from '../refusals.ts'
import { Batches } from './batches.ts'
import type { Database } from './database.ts'
import type { Head } from './pending-append.ts'
import { hasPayloads, noRemovalMeanwhile, rowParts, rowsAtMost, Values, weightOf } from './row-statements.ts'
import { storable, storableOrNull } from './storable-text.ts'
import { onceOrAgain } from './uncertain.ts'

/** Times are those of the server. */
export type Making = {
  readonly session: NewSession
  readonly terms: LeaseTerms | undefined
  readonly rows: readonly SealedRow[]
  /** How much later it is than the terms say. */
  readonly passed: () => number
}

export class NewSessions {
  readonly #database: Database
  readonly #batches: Batches<Making, number>

  constructor(database: Database) {
    this.#database = database
    this.#batches = new Batches<Making, number>({
      ask: (makings) => this.#makeAll(makings),
      weigh: ({ rows }) => weightOf(rows) + 1,
      most: rowsAtMost,
    })
  }

  /** Answers with the number of the session. */
  make(making: Making): Promise<number> {
    return this.#batches.ask(making)
  }

  async #makeAll(makings: readonly Making[]): Promise<readonly (number | GyreError)[]> {
    const first = new Map<string, Making>()
    for (const making of makings) if (!first.has(making.session.id)) first.set(making.session.id, making)
    const made = await this.#makeEach([...first.values()])
    return makings.map((making) => {
      const { id } = making.session
      return (first.get(id) === making ? made.get(id) : undefined) ?? sessionKnown(id)
    })
  }

  /** One that cannot be made fails alone: the others are made without it. */
  async #makeEach(makings: readonly Making[]): Promise<ReadonlyMap<string, number | GyreError>> {
    try {
      return await onceOrAgain(
        () => this.#insert(makings, 'rowsOnce'),
        () => this.#insertAgain(makings),
      )
    } catch (error) {
      const failure = error as GyreError
      if (makings.length === 1 || failure.code !== 'store-failed') throw failure
      const made = new Map<string, number | GyreError>()
      for (const making of makings) {
        const { id } = making.session
        const alone = await this.#makeEach([making]).catch((failed: GyreError) => new Map([[id, failed]]))
        const answer = alone.get(id)
        if (answer !== undefined) made.set(id, answer)
      }
      return made
    }
  }

  async #insert(makings: readonly Making[], how: 'rows' | 'rowsOnce'): Promise<ReadonlyMap<string, number>> {
    const statement = () => {
      const values = new Values()
      const parts = [...sessionParts(values, makings, this.#database.schema), ...rowParts(values, makings)]
      return { text: `WITH ${parts.join(',')} SELECT id, sid FROM made`, values: values.list }
    }
    const made = await this.#database[how]<{ id: string; sid: number }>(statement().text, () => statement().values)
    return new Map(made.map(({ id, sid }) => [id, sid]))
  }

  /**
   * They may have been made before the connection broke: what is there with the same rows is ours. Somebody may have taken
   * it since: its token is higher then.
   */
  async #insertAgain(makings: readonly Making[]): Promise<ReadonlyMap<string, number>> {
    const made = await this.#insert(makings, 'rows')
    const rest = makings.filter(({ session }) => !made.has(session.id))
    if (rest.length === 0) return made
    const heads = rest.map(headOf)
    const known = await this.#database.rows<{ id: string; sid: number }>(
      `SELECT s.id, s.sid
       FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[]) m (id, token, seq, chain)
         JOIN session s ON s.id = m.id AND s.token >= m.token
       WHERE m.seq = 0 OR EXISTS (SELECT FROM journal j WHERE j.sid = s.sid AND j.seq = m.seq AND j.chain = m.chain)`,
      [
        rest.map(({ session }) => session.id),
        rest.map(({ terms }) => tokenOf(terms)),
        heads.map(({ seq }) => seq),
        heads.map(({ chain }) => chain),
      ],
    )
    return new Map([...made, ...known.map(({ id, sid }) => [id, sid] as const)])
  }
}

/** The head of a new journal. */
export function headOf({ session, rows }: Making): Head {
  const last = rows.at(-1)?.row
  return last ? { seq: last.seq, chain: last.chain } : { seq: 0, chain: genesis(session) }
}

export function tokenOf(terms: LeaseTerms | undefined): number {
  return terms ? 1 : 0
}

function leaseUntil({ terms, passed }: Making): number | null {
  return terms ? terms.now + passed() + terms.leaseMs : null
}

/** Numbered in the order they came in: lists are sorted by that. */
function sessionParts(values: Values, makings: readonly Making[], schema: string): readonly string[] {
  const sessions = makings.map(({ session }) => session)
  const mirrors = sessions.map(({ mirror }) => mirror)
  const terms = makings.map((making) => making.terms)
  const table = values.table([
    ['text', sessions.map(({ id }) => id)],
    ['text', sessions.map(({ owner }) => storable(owner))],
    ['text', terms.map((each) => (each ? 'running' : 'queued'))],
    ['text', terms.map((each) => each?.worker ?? null)],
    ['bigint', makings.map(leaseUntil)],
    ['bigint', terms.map(tokenOf)],
    ['integer', sessions.map(({ waits }) => waits?.priority ?? 0)],
    ['bigint', sessions.map(({ waits }) => waits?.notBefore ?? null)],
    ['text', mirrors.map(({ loop }) => storable(loop))],
    ['integer', mirrors.map(({ loopVersion }) => loopVersion)],
    ['text', mirrors.map(({ provider }) => storableOrNull(provider))],
    ['text', mirrors.map(({ title }) => storable(title))],
    ['text', mirrors.map(({ thread }) => storable(thread))],
    ['text', mirrors.map(({ status }) => storable(status))],
    ['text', mirrors.map(({ persona }) => storableOrNull(persona))],
    ['text', mirrors.map(({ arm }) => storableOrNull(arm))],
    ['bigint', mirrors.map(({ createdAt }) => createdAt)],
  ])
  const columns = `id, owner, state, worker, lease_until, token, priority, not_before, loop, loop_version, provider, title,
        thread, status, persona, arm, created_at`
  const condition = hasPayloads(makings) ? `WHERE ${noRemovalMeanwhile(values, schema)}` : ''
  return [
    `made AS (
      INSERT INTO session (wake_seq, ${columns})
      SELECT 0, ${columns} FROM ${table} WITH ORDINALITY v (${columns}, n) ${condition} ORDER BY n
      ON CONFLICT (id) DO NOTHING RETURNING sid, id, owner
    )`,
    `target AS (
      SELECT a.n, m.sid, m.owner
      FROM unnest(${values.add(sessions.map(({ id }) => id))}::text[]) WITH ORDINALITY a (id, n) JOIN made m ON m.id = a.id
    )`,
  ]
}
