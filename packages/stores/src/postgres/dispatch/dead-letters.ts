/**
 * Sessions whose worker died again and again at the same place: likely they are what kills it. They are set aside, so
 * that they do not take one worker down after the other, until a person has a look and resumes them.
 */
import type { JobInsert, JobWithMetadata } from 'pg-boss'
import type { Database, Statements } from '../database.ts'
import { type Boss, over, queues } from './boss.ts'

/** A session that waits for a person because its worker died too often. */
export type DeadLetter = {
  readonly session: string
  readonly deaths: number
  /** When it was set aside, in ms. */
  readonly at: number
}

/** So many deaths without a step in between. */
export const mostDeaths = 5

/** `token` is that of the session as it was set aside: another one tells that it went on since. */
type Letter = { readonly session: string; readonly deaths: number; readonly token: number }

/** Queued sessions ($1) that died too often, as those the sweeper finds running: nobody takes them. */
const setAsideSql = `
  WITH k AS (
    SELECT sid, deaths FROM session WHERE id = ANY($1::text[]) AND state = 'queued' AND deaths >= ${mostDeaths}
    ORDER BY sid FOR UPDATE SKIP LOCKED)
  UPDATE session s SET state = 'parked', deaths = 0, token = s.token + 1 FROM k WHERE s.sid = k.sid
  RETURNING s.id AS session, k.deaths, s.token`

export class DeadLetters {
  readonly #database: Database
  readonly #boss: Boss

  constructor(database: Database, boss: Boss) {
    this.#database = database
    this.#boss = boss
  }

  /** Notes why they were set aside, in the transaction that did it. */
  async add(letters: readonly Letter[], statements: Statements): Promise<void> {
    if (letters.length === 0) return
    const boss = await this.#boss.started()
    const jobs: JobInsert<Letter>[] = letters.map((data) => ({ data }))
    await boss.insert(queues.dead, jobs, { db: over(statements) })
  }

  setAside(sessions: readonly string[]): Promise<void> {
    return this.#database.transaction(
      async (statements) => this.add(await statements.rows<Letter>(setAsideSql, [sessions]), statements),
      { mayRepeat: true },
    )
  }

  /** Those that still wait, oldest first. Letters about sessions that went on since are thrown away. */
  async list(): Promise<readonly DeadLetter[]> {
    const boss = await this.#boss.started()
    const letters = await boss.findJobs<Letter>(queues.dead, { queued: true })
    const tokens = await this.#parked(letters.map(({ data }) => data.session))
    const isCurrent = ({ data }: JobWithMetadata<Letter>): boolean => tokens.get(data.session) === data.token
    const stale = letters.filter((letter) => !isCurrent(letter)).map(({ id }) => id)
    if (stale.length > 0) await boss.deleteJob(queues.dead, stale)
    return letters
      .filter(isCurrent)
      .map(({ data: { session, deaths }, createdOn }) => ({ session, deaths, at: createdOn.getTime() }))
      .toSorted((one, other) => one.at - other.at)
  }

  async #parked(sessions: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const text = "SELECT id, token FROM session WHERE id = ANY($1::text[]) AND state = 'parked'"
    const rows = await this.#database.rows<{ id: string; token: number }>(text, [sessions])
    return new Map(rows.map(({ id, token }) => [id, token]))
  }
}
