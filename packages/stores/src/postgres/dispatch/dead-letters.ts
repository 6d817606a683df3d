/**
 * Sessions whose worker died again and again at the same place: likely they are what kills it. They are set aside, so
 * that they do not take one worker down after the other, until a person has a look and resumes them.
 */
import type { DispatchWorker } from '@gyre/core'
import type { Database } from '../database.ts'
import { type Boss, queues } from './boss.ts'

/** A session that waits for a person because its worker died too often. */
export type DeadLetter = {
  readonly session: string
  readonly deaths: number
  /** When it was set aside, in ms. */
  readonly at: number
}

/** So many deaths without a step in between. */
export const mostDeaths = 5

type Letter = { readonly session: string; readonly deaths: number }

/** Of the sessions $1. Whoever resumes one has its deaths counted anew. */
const diedSql = `SELECT id, state FROM session WHERE id = ANY($1::text[]) AND deaths >= ${mostDeaths}`

export class DeadLetters {
  readonly #database: Database
  readonly #boss: Boss

  constructor(database: Database, boss: Boss) {
    this.#database = database
    this.#boss = boss
  }

  /** The letter is first: somebody who dies before the rest is done leaves that to the next, and no session is missed. */
  async setAside(letter: Letter, worker: Pick<DispatchWorker, 'setAside'>): Promise<void> {
    const boss = await this.#boss.started()
    await boss.send(queues.dead, letter)
    await worker.setAside(letter.session, letter.deaths)
  }

  /** Those that still wait, oldest first. Letters about sessions that went on since are thrown away. */
  async list(): Promise<readonly DeadLetter[]> {
    const boss = await this.#boss.started()
    const letters = await boss.findJobs<Letter>(queues.dead, { queued: true })
    const states = await this.#died(letters.map(({ data }) => data.session))
    const stale = letters.filter(({ data }) => !states.has(data.session)).map(({ id }) => id)
    if (stale.length > 0) await boss.deleteJob(queues.dead, stale)
    const waiting = letters
      .filter(({ data }) => states.get(data.session) === 'parked')
      .map(({ data: { session, deaths }, createdOn }) => ({ session, deaths, at: createdOn.getTime() }))
      .toSorted((one, other) => one.at - other.at)
    // Two who heard of one at the same moment have both written.
    return [...new Map(waiting.map((letter) => [letter.session, letter])).values()]
  }

  async #died(sessions: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#database.rows<{ id: string; state: string }>(diedSql, [sessions])
    return new Map(rows.map(({ id, state }) => [id, state]))
  }
}
