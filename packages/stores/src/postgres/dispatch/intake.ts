/** Takes sessions in, each into a slot that was taken for it, and remembers which ones are not for this worker now. */
import type { DispatchWorker } from '@gyre/core'
import type { Job } from 'pg-boss'
import type { Database } from '../database.ts'
import type { Bell, Boss } from './boss.ts'
import { fitsSql, loopNames } from './compatible.ts'
import { type DeadLetters, mostDeaths } from './dead-letters.ts'
import type { Slots } from './slots.ts'
import { type Candidate, candidateSql } from './sweeper.ts'
import { isOfStore, messageOf, type Troubles } from './troubles.ts'

export type IntakeOptions = {
  readonly database: Database
  readonly boss: Boss
  readonly deadLetters: DeadLetters
  readonly slots: Slots
  readonly worker: DispatchWorker
  readonly troubles: Troubles
}

/** How long a session that cannot be run here is left to others. */
const leftAloneMs = 60_000

const rungSql = `
  SELECT ${candidateSql}, ${fitsSql('$2', '$3')} AS fits FROM session s
  WHERE s.id = ANY($1::text[]) AND s.state = 'queued'`

/**
 * They are queued and no bell hangs for them: whoever looks next finds them. Those that somebody takes at this moment
 * are passed over, so nobody waits for anybody.
 */
const withoutBellSql = `
  WITH k AS (
    SELECT sid FROM session WHERE id = ANY($1::text[]) AND state = 'queued' ORDER BY sid FOR NO KEY UPDATE SKIP LOCKED)
  UPDATE session s SET offered_at = NULL FROM k WHERE s.sid = k.sid RETURNING s.id`

export class Intake {
  readonly #options: IntakeOptions
  /** Sessions that cannot be run here, and until when they are left to others. */
  readonly #leftAlone = new Map<string, number>()
  /** Kinds of sessions of which one was refused: likely there is no room for another. */
  readonly #fullKinds = new Set<string>()
  readonly #underway = new Set<Promise<unknown>>()

  constructor(options: IntakeOptions) {
    this.#options = options
  }

  get leftAlone(): readonly string[] {
    const now = Date.now()
    for (const [session, until] of this.#leftAlone) if (until <= now) this.#leftAlone.delete(session)
    return [...this.#leftAlone.keys()]
  }

  get fullKinds(): readonly string[] {
    return [...this.#fullKinds]
  }

  /** There may be room again for what was refused. */
  forgetFullKinds(): void {
    this.#fullKinds.clear()
  }

  /** Takes in what bells were rung for, as far as it is for this worker. Each bell has a slot. */
  answer(bells: readonly Job<Bell>[]): void {
    if (bells.length === 0) return
    const { boss, slots, troubles } = this.#options
    // One that is not taken down expires by itself.
    void this.#follow(boss.takeDown(bells).catch((error) => troubles.failed('A bell stays', error)))
    const answered = this.#mine(bells).then(
      (mine) => {
        slots.give(bells.length - mine.length)
        return this.take(mine)
      },
      // They are queued: they are found when they are missed.
      (error) => {
        slots.give(bells.length)
        troubles.failed('Sessions were rung for in vain', error)
      },
    )
    void this.#follow(answered)
  }

  /** Takes sessions in, all at once; each has a slot. Answers whether each of them was had. */
  take(candidates: readonly Candidate[]): Promise<boolean> {
    return this.#follow(this.#takeAll(candidates))
  }

  /** Resolves when nothing is being taken in any more. */
  async settled(): Promise<void> {
    while (this.#underway.size > 0) await Promise.all(this.#underway)
  }

  async #mine(bells: readonly Job<Bell>[]): Promise<readonly Candidate[]> {
    const { database, worker } = this.#options
    const ids = bells.map(({ data }) => data.session)
    const loops = worker.loops()
    const found = await database.rows<Candidate & { fits: boolean }>(rungSql, [ids, loops, loopNames(loops)])
    const leftAlone = new Set(this.leftAlone)
    const isMine = ({ id, kind, fits }: Candidate & { fits: boolean }): boolean =>
      fits && !leftAlone.has(id) && !this.#fullKinds.has(kind)
    await this.#withoutBell(found.filter((candidate) => !isMine(candidate)))
    const places = new Map(ids.map((id, place) => [id, place]))
    const placeOf = ({ id }: Candidate): number => places.get(id) ?? ids.length
    return found.filter(isMine).toSorted((one, other) => placeOf(one) - placeOf(other))
  }

  async #takeAll(candidates: readonly Candidate[]): Promise<boolean> {
    const had = await Promise.all(candidates.map((candidate) => this.#run(candidate)))
    const refused = candidates.filter((_, at) => !had[at])
    try {
      const waiting = new Set(await this.#withoutBell(refused))
      // Others took the rest.
      for (const { id, kind } of refused) if (waiting.has(id) && !this.#leftAlone.has(id)) this.#fullKinds.add(kind)
    } catch (error) {
      this.#options.troubles.failed('Sessions wait', error)
    }
    return refused.length === 0
  }

  async #run({ id, deaths }: Candidate): Promise<boolean> {
    const { worker, slots, deadLetters } = this.#options
    const free = (): void => slots.give()
    try {
      const stay = deaths < mostDeaths ? await worker.run(id) : await deadLetters.setAside([id])
      if (stay) {
        void stay.over.then(free, free)
        return true
      }
    } catch (error) {
      this.#failed(id, error)
    }
    free()
    return false
  }

  /** A store in trouble says nothing about the session. */
  #failed(id: string, error: unknown): void {
    const { troubles } = this.#options
    if (isOfStore(error)) {
      troubles.failed('A session could not be taken', error)
    } else {
      this.#leftAlone.set(id, Date.now() + leftAloneMs)
      troubles.tell(`Session ${id} cannot be run here and is left to other workers: ${messageOf(error)}`)
    }
  }

  /** Answers with those of them that are queued. */
  async #withoutBell(candidates: readonly Candidate[]): Promise<readonly string[]> {
    if (candidates.length === 0) return []
    const ids = candidates.map(({ id }) => id)
    return (await this.#options.database.rows<{ id: string }>(withoutBellSql, [ids])).map(({ id }) => id)
  }

  #follow<T>(promise: Promise<T>): Promise<T> {
    this.#underway.add(promise)
    const over = (): void => void this.#underway.delete(promise)
    promise.then(over, over)
    return promise
  }
}
