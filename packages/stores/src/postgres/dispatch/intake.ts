/** Takes sessions in, each into a slot that was taken for it, and remembers which ones are not for this worker now. */
import type { DispatchWorker } from '@gyre/core'
import type { Job } from 'pg-boss'
import type { Database } from '../database.ts'
import { timeSql } from '../server-time.ts'
import { type Bell, bellOf, type Noted, noteBellsSql, rankSql } from './bells.ts'
import type { Boss } from './boss.ts'
import { fitsSql, loopNames } from './compatible.ts'
import { type DeadLetters, mostDeaths } from './dead-letters.ts'
import { areAkin, type Candidate, candidateSql } from './due.ts'
import type { Slots } from './slots.ts'
import { isAway, messageOf, type Troubles } from './troubles.ts'

export type IntakeOptions = {
  readonly database: Database
  readonly boss: Boss
  readonly deadLetters: DeadLetters
  readonly slots: Slots
  readonly worker: DispatchWorker
  readonly troubles: Troubles
  /** There may be room for sessions that were refused. */
  readonly onRoom: () => void
}

/** How long a session that cannot be run here is left to others. */
const leftAloneMs = 60_000
/** How long others of a kind are not asked for when one was refused. */
const fullMs = 2000

const rungSql = `
  SELECT ${candidateSql}, ${rankSql} AS rank, CASE WHEN s.not_before > ${timeSql} THEN s.not_before END AS later,
    ${fitsSql('$2', '$3')} AS fits
  FROM session s WHERE s.id = ANY($1::text[]) AND s.state = 'queued'`

/** What became of a session that was asked for. */
type Fate = 'had' | 'refused' | 'failed'

type Rung = Candidate & { readonly rank: number; readonly later: number | null; readonly fits: boolean }

export class Intake {
  readonly #options: IntakeOptions
  /** Sessions that cannot be run here and why, and until when they are left to others. */
  readonly #leftAlone = new Map<string, { readonly until: number; readonly why: string }>()
  /** Kinds of sessions of which one was refused, and until when there is likely no room for another. */
  readonly #fullKinds = new Map<string, { readonly until: number }>()
  /** Sessions that are asked for now: their bell and a look at the table may both have found them. */
  readonly #asking = new Set<string>()
  readonly #underway = new Set<Promise<unknown>>()

  constructor(options: IntakeOptions) {
    this.#options = options
  }

  /** Why sessions are left to others now. */
  get leftAlone(): ReadonlyMap<string, string> {
    return new Map(lasting(this.#leftAlone).map(([id, { why }]) => [id, why]))
  }

  get fullKinds(): readonly string[] {
    return lasting(this.#fullKinds).map(([kind]) => kind)
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
    const { database, boss, worker } = this.#options
    const ids = bells.map(({ data }) => data.session)
    const loops = worker.loops()
    const rung = await database.rows<Rung>(rungSql, [ids, loops, loopNames(loops)])
    const early = rung.filter(({ later }) => later !== null)
    await boss.ring(early.map(({ id, rank, later }) => bellOf(id, rank, later)))
    const found = rung.filter(({ later }) => later === null)
    const full = new Set(this.fullKinds)
    const mine = new Set(found.filter(({ id, kind, fits }) => fits && !this.#isLeftAlone(id) && !full.has(kind)))
    await this.#withoutBell(found.filter((candidate) => !mine.has(candidate)))
    const places = new Map(ids.map((id, place) => [id, place]))
    const placeOf = ({ id }: Candidate): number => places.get(id) ?? ids.length
    return [...mine].toSorted((one, other) => placeOf(one) - placeOf(other))
  }

  async #takeAll(candidates: readonly Candidate[]): Promise<boolean> {
    const fates = await Promise.all(candidates.map((candidate) => this.#run(candidate)))
    const left = candidates.filter((_, at) => fates[at] !== 'had')
    const refused = new Set(candidates.filter((_, at) => fates[at] === 'refused'))
    try {
      const waiting = new Set(await this.#withoutBell(left))
      // Others took the rest. One that failed says nothing about limits.
      const full = left.filter((each) => refused.has(each) && waiting.has(each.id))
      for (const { kind } of full) this.#fullKinds.set(kind, { until: Date.now() + fullMs })
    } catch (error) {
      this.#options.troubles.failed('Sessions wait', error)
    }
    return left.length === 0
  }

  async #run({ id, kind, deaths }: Candidate): Promise<Fate> {
    const { worker, slots, deadLetters } = this.#options
    const free = (): void => slots.give()
    const end = (): void => {
      this.#hasRoomFor(kind)
      free()
    }
    if (this.#asking.has(id) || this.#isLeftAlone(id)) {
      free()
      return 'failed'
    }
    this.#asking.add(id)
    try {
      const isDeadly = deaths >= mostDeaths
      const stay = isDeadly ? await deadLetters.setAside({ session: id, deaths }, worker) : await worker.run(id)
      if (stay) void stay.over.then(end, end)
      else free()
      return stay ? 'had' : 'refused'
    } catch (error) {
      this.#failed(id, error)
      free()
      return 'failed'
    } finally {
      this.#asking.delete(id)
    }
  }

  #isLeftAlone(id: string): boolean {
    const left = this.#leftAlone.get(id)
    return left !== undefined && left.until > Date.now()
  }

  /** One that was of this kind is over: limits that counted it may let another in. */
  #hasRoomFor(kind: string): void {
    const akin = [...this.#fullKinds.keys()].filter((full) => areAkin(kind, full))
    for (const full of akin) this.#fullKinds.delete(full)
    if (akin.length > 0) this.#options.onRoom()
  }

  /** A store that is away says nothing about the session. */
  #failed(id: string, error: unknown): void {
    const { troubles } = this.#options
    if (isAway(error)) {
      troubles.failed('A session could not be taken', error)
    } else {
      const why = messageOf(error)
      this.#leftAlone.set(id, { until: Date.now() + leftAloneMs, why })
      // Of many that lack the same one is named.
      troubles.tell(`Session ${id} cannot be run here and is left to other workers: ${why}`, why.replaceAll(id, ''))
    }
  }

  /** Answers with those of them that are queued. */
  async #withoutBell(candidates: readonly Candidate[]): Promise<readonly string[]> {
    if (candidates.length === 0) return []
    const ids = candidates.map(({ id }) => id)
    return (await this.#options.database.rows<Noted>(noteBellsSql, [ids, false])).map(({ id }) => id)
  }

  #follow<T>(promise: Promise<T>): Promise<T> {
    this.#underway.add(promise)
    const over = (): void => void this.#underway.delete(promise)
    promise.then(over, over)
    return promise
  }
}

/** Those whose time is not over; the others are forgotten. */
function lasting<T extends { readonly until: number }>(all: Map<string, T>): readonly (readonly [string, T])[] {
  const now = Date.now()
  for (const [name, { until }] of all) if (until <= now) all.delete(name)
  return [...all]
}
