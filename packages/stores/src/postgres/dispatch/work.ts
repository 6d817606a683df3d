/**
 * One process at work: it answers bells as far as it has room, and looks now and then for what no bell tells of.
 *
 * Bells are fetched by a loop of our own, never more than there are slots, so that none is held here by somebody who
 * cannot take the session, and each time those of the highest priority are next.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { DispatchWorker } from '@gyre/core'
import { storable } from '../storable-text.ts'
import type { PostgresStore } from '../store.ts'
import type { Boss } from './boss.ts'
import type { DeadLetters } from './dead-letters.ts'
import { type Candidate, type Due, DueSessions, type Wanted } from './due.ts'
import { Intake } from './intake.ts'
import { Slots } from './slots.ts'
import { Sweeper } from './sweeper.ts'
import type { Troubles } from './troubles.ts'
import { Wakeup } from './wakeup.ts'
import { WorkerRow } from './workers.ts'

export type WorkOptions = {
  readonly store: PostgresStore
  readonly boss: Boss
  readonly deadLetters: DeadLetters
  readonly troubles: Troubles
  readonly worker: DispatchWorker
  readonly version: string
  readonly concurrency: number
}

/** Who hears bells looks for them by himself only in case, others all the time. */
const pollMs = { hearing: 10_000, deaf: 1000 } as const
/** How often somebody with nothing to do looks for what no bell tells of. */
const idleMs = 2000
/**
 * All workers hear each bell, and all but one come in vain: the more there are, the longer such a one waits until it comes
 * again. A few may come each time.
 */
const few = 4
const vainMs = 10
/** All workers hear each bell: those rung in quick succession are answered together. */
const betweenFetchesMs = 5
const troublePauseMs = 250
const mostBells = 100
/** How often in one sweep others are looked for in place of those that were refused. */
const mostRounds = 10
/** A server that does not answer keeps nobody from leaving. */
const partingMs = 1000
/** Of how many sessions others are told why they are left to them, and how much of it. */
const mostTold = 20
const longestReason = 300

export class Work {
  readonly #options: WorkOptions
  readonly #slots: Slots
  readonly #intake: Intake
  readonly #sweeper: Sweeper
  readonly #due: DueSessions
  readonly #row: WorkerRow
  readonly #bells = new Wakeup()
  readonly #ticks = new Wakeup()
  readonly #stopHearing: () => void
  readonly #answering: Promise<void>
  /** Resolves when nothing is left to do, and the worker is no longer among the others. */
  readonly over: Promise<void>
  #areBellsOut = false
  /** Of the bells that were fetched last. */
  #rank = 0
  #isFull = false
  #isTakingDue = false
  /** When to look for what no bell tells of, at the latest. */
  #dueAt = 0
  /** Rings for bells with a time to come: they ring for nobody. */
  #alarm: NodeJS.Timeout | undefined
  /** How many workers there are. */
  #workers = 1
  readonly #leaving = new AbortController()
  #isClosing = false

  constructor(options: WorkOptions) {
    const { store, boss, version, concurrency } = options
    const { database, listener, worker: name, leaseMs } = store
    this.#options = options
    this.#slots = new Slots(concurrency, () => this.#isFull && this.#bells.call())
    const onRoom = (): void => {
      this.#dueAt = 0
    }
    this.#intake = new Intake({ ...options, database, slots: this.#slots, onRoom })
    this.#sweeper = new Sweeper({ ...options, database, worker: name, leaseMs })
    this.#due = new DueSessions(database, boss)
    const onLost = (): void => this.#ticks.call()
    this.#row = new WorkerRow({ database, listener, name, version, concurrency, onLost })
    this.#stopHearing = boss.onRing(() => this.#bells.call())
    const begun = this.#begin()
    this.#answering = begun.then(() => this.#answerBells())
    this.over = begun.then(() => this.#sweepOn())
  }

  /** Takes no more; resolves when nothing is being taken. What runs goes on, and is told of until it is over. */
  async stop(): Promise<void> {
    if (!this.#isStopping) {
      this.#leaving.abort()
      clearTimeout(this.#alarm)
      this.#stopHearing()
      this.#bells.call()
      this.#ticks.call()
    }
    await Promise.race([this.#row.drain().catch(() => {}), sleep(partingMs, undefined, { ref: false })])
    await this.#answering
    await this.#intake.settled()
  }

  async close(): Promise<void> {
    this.#isClosing = true
    await this.stop()
    await this.over
  }

  get #isStopping(): boolean {
    return this.#leaving.signal.aborted
  }

  /** Again and again until the server answers. */
  async #begin(): Promise<void> {
    const { boss, troubles, worker } = this.#options
    while (!this.#isStopping) {
      try {
        // Its lock comes before all else that is arranged with each connection.
        await this.#row.register(worker.loops())
        return await boss.beginWork()
      } catch (error) {
        troubles.failed('The worker cannot begin', error)
        await this.#ticks.wait(troublePauseMs)
      }
    }
  }

  async #answerBells(): Promise<void> {
    while (!this.#isStopping) {
      const room = this.#slots.take(mostBells)
      this.#isFull = room === 0
      const hasMore = room > 0 && (await this.#fetch(room))
      if (!hasMore) await this.#bells.wait(this.#row.connection ? pollMs.hearing : pollMs.deaf)
    }
  }

  /** Answers whether there may be more bells. */
  async #fetch(room: number): Promise<boolean> {
    const { boss, troubles } = this.#options
    try {
      const bells = await boss.fetch(room)
      this.#areBellsOut = bells.length < room
      this.#rank = bells.at(-1)?.data.rank ?? 0
      this.#slots.give(room - bells.length)
      this.#intake.answer(bells)
      await this.#pause(bells.length === 0)
      return !this.#areBellsOut
    } catch (error) {
      this.#areBellsOut = false
      this.#slots.give(room)
      troubles.failed('The queue', error)
      await this.#bells.wait(troublePauseMs)
      return true
    }
  }

  async #pause(wasInVain: boolean): Promise<void> {
    const crowd = wasInVain ? Math.max(0, this.#workers - few) : 0
    const ms = betweenFetchesMs + Math.random() * crowd * vainMs
    await sleep(ms, undefined, { signal: this.#leaving.signal }).catch(() => {})
  }

  async #sweepOn(): Promise<void> {
    while (!this.#isClosing && !(this.#isStopping && this.#slots.taken === 0)) {
      await this.#ticks.wait(await this.#tick())
    }
    await Promise.race([this.#row.leave().catch(() => {}), sleep(partingMs, undefined, { ref: false })])
  }

  /** Answers when the next one is due. */
  async #tick(): Promise<number> {
    try {
      const { leftAlone } = this.#intake
      const beat = { running: this.#slots.taken, loops: this.#options.worker.loops(), leftAlone: someOf(leftAlone) }
      const { isKnown, workers, nextMs } = await this.#sweeper.look(this.#row.connection, beat)
      this.#workers = workers
      if (!isKnown) await this.#row.register(beat.loops)
      if (this.#isDue) void this.#takeDue()
      return nextMs
    } catch (error) {
      this.#options.troubles.failed('The look for sessions', error)
      return troublePauseMs
    }
  }

  /** Who has something to do looks each time. */
  get #isDue(): boolean {
    if (this.#isTakingDue || this.#isStopping) return false
    return this.#slots.taken > 0 || !this.#areBellsOut || Date.now() >= this.#dueAt
  }

  #wanted(): Wanted {
    return {
      // One even when there is no room: it gets the next slot, or the bells of others would keep it waiting for ever.
      most: Math.max(1, Math.min(this.#slots.free, mostBells)),
      loops: this.#options.worker.loops(),
      areBellsOut: this.#areBellsOut && !this.#isFull,
      leastRank: this.#areBellsOut ? null : this.#rank,
      except: [...this.#intake.leftAlone.keys()],
      exceptKinds: this.#intake.fullKinds,
    }
  }

  async #takeDue(): Promise<void> {
    this.#isTakingDue = true
    this.#dueAt = Date.now() + idleMs
    try {
      const wanted = this.#wanted()
      const found = await this.#due.look(wanted)
      this.#setAlarm(found)
      if (found.hasLost) await this.#due.ringAgain(wanted)
      if (found.due.length > 0) await (this.#slots.free > 0 ? this.#takeNow(found.due) : this.#takeNext())
    } catch (error) {
      this.#options.troubles.failed('The look for sessions', error)
    } finally {
      this.#isTakingDue = false
    }
  }

  #setAlarm({ laterMs }: Due): void {
    clearTimeout(this.#alarm)
    if (laterMs === null || laterMs > 2 * idleMs || this.#isStopping) return
    this.#alarm = setTimeout(() => this.#bells.call(), laterMs + betweenFetchesMs)
  }

  /** Takes what is due; in place of what was refused, others that may be let in. */
  async #takeNow(first: readonly Candidate[]): Promise<void> {
    let due = first
    for (let round = 0; round < mostRounds && due.length > 0 && !this.#isStopping; round++) {
      const room = this.#slots.take(due.length)
      const wereAllHad = await this.#intake.take(due.slice(0, room))
      if (wereAllHad || this.#slots.free === 0) return
      due = await this.#due.find({ ...this.#wanted(), most: this.#slots.free })
    }
  }

  /** Waits for a slot, and takes what is due then. */
  async #takeNext(): Promise<void> {
    await this.#slots.next()
    let due: readonly Candidate[] = []
    try {
      const found = this.#isStopping ? [] : await this.#due.find({ ...this.#wanted(), most: 1 })
      // It may have been told to stop while it looked.
      if (!this.#isStopping) due = found
    } finally {
      if (due.length === 0) this.#slots.give()
    }
    await this.#intake.take(due)
  }
}

/** The first of them, which are the same for all who leave them. */
function someOf(leftAlone: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  const first = [...leftAlone].toSorted(([one], [other]) => (one < other ? -1 : 1)).slice(0, mostTold)
  return Object.fromEntries(first.map(([id, why]) => [id, storable(why.slice(0, longestReason).toWellFormed())]))
}
