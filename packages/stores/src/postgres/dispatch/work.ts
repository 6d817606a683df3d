/**
 * One process at work: it answers bells as far as it has room, and looks now and then for what no bell tells of.
 *
 * Bells are fetched by a loop of our own, never more than there are slots, so that none is held here by somebody who
 * cannot take the session, and each time those of the highest priority are next.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { DispatchWorker } from '@gyre/core'
import type { PostgresStore } from '../store.ts'
import type { Boss } from './boss.ts'
import type { DeadLetters } from './dead-letters.ts'
import { Intake } from './intake.ts'
import { Slots } from './slots.ts'
import { type Candidate, Sweeper, type Wanted } from './sweeper.ts'
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

const sweepMs = 500
/** Bells with a time to come ring for nobody: they are looked for. */
const pollMs = 1000
/** All workers hear each bell: those rung in quick succession are answered together. */
const betweenFetchesMs = 5
const troublePauseMs = 250
const mostBells = 100
/** How often in one sweep others are looked for in place of those that were refused. */
const mostRounds = 10
/** A server that does not answer keeps nobody from leaving. */
const partingMs = 1000

export class Work {
  readonly #options: WorkOptions
  readonly #slots: Slots
  readonly #intake: Intake
  readonly #sweeper: Sweeper
  readonly #row: WorkerRow
  readonly #bells = new Wakeup()
  readonly #ticks = new Wakeup()
  readonly #stopHearing: () => void
  readonly #answering: Promise<void>
  /** Resolves when nothing is left to do, and the worker is no longer among the others. */
  readonly over: Promise<void>
  #areBellsOut = false
  /** Of the bells that were fetched last. */
  #priority = 0
  #isFull = false
  #isTakingDue = false
  #isStopping = false
  #isClosing = false

  constructor(options: WorkOptions) {
    const { store, boss, version, concurrency } = options
    const { database, listener, worker: name, leaseMs } = store
    this.#options = options
    this.#slots = new Slots(concurrency, () => this.#isFull && this.#bells.call())
    this.#intake = new Intake({ ...options, database, slots: this.#slots })
    this.#sweeper = new Sweeper({ ...options, database, worker: name, leaseMs })
    this.#row = new WorkerRow({ database, listener, name, version, concurrency })
    this.#stopHearing = boss.onRing(() => this.#bells.call())
    const begun = this.#begin()
    this.#answering = begun.then(() => this.#answerBells())
    this.over = begun.then(() => this.#sweepOn())
  }

  /** Takes no more; resolves when nothing is being taken. What runs goes on, and is told of until it is over. */
  async stop(): Promise<void> {
    if (!this.#isStopping) {
      this.#isStopping = true
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

  /** Again and again until the server answers. */
  async #begin(): Promise<void> {
    const { boss, troubles, worker } = this.#options
    while (!this.#isStopping) {
      try {
        await boss.beginWork()
        return await this.#row.register(worker.loops())
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
      await sleep(betweenFetchesMs)
      if (!hasMore) await this.#bells.wait(pollMs)
    }
  }

  /** Answers whether there may be more bells. */
  async #fetch(room: number): Promise<boolean> {
    const { boss, troubles } = this.#options
    try {
      const bells = await boss.fetch(room)
      this.#areBellsOut = bells.length < room
      this.#priority = bells.at(-1)?.data.priority ?? 0
      this.#slots.give(room - bells.length)
      this.#intake.answer(bells)
      return !this.#areBellsOut
    } catch (error) {
      this.#areBellsOut = false
      this.#slots.give(room)
      troubles.failed('The queue of sessions', error)
      await this.#bells.wait(troublePauseMs)
      return true
    }
  }

  async #sweepOn(): Promise<void> {
    while (!this.#isClosing && !(this.#isStopping && this.#slots.taken === 0)) {
      await this.#tick().catch((error) => this.#options.troubles.failed('The look for sessions', error))
      await this.#ticks.wait(sweepMs)
    }
    await Promise.race([this.#row.leave().catch(() => {}), sleep(partingMs, undefined, { ref: false })])
  }

  async #tick(): Promise<void> {
    this.#intake.forgetFullKinds()
    const look = await this.#sweeper.look(this.#row.connection, this.#slots.taken, this.#wanted())
    if (!look.isKnown) await this.#row.register(this.#options.worker.loops())
    if (!this.#isTakingDue) void this.#takeDue(look.due)
  }

  #wanted(): Wanted {
    return {
      // One even when there is no room: it gets the next slot, or the bells of others would keep it waiting for ever.
      most: this.#isStopping || this.#isTakingDue ? 0 : Math.max(1, Math.min(this.#slots.free, mostBells)),
      loops: this.#options.worker.loops(),
      areBellsOut: this.#areBellsOut,
      leastPriority: this.#areBellsOut ? null : this.#priority,
      except: this.#intake.leftAlone,
      exceptKinds: this.#intake.fullKinds,
    }
  }

  async #takeDue(due: readonly Candidate[]): Promise<void> {
    if (due.length === 0) return
    this.#isTakingDue = true
    try {
      await (this.#slots.free > 0 ? this.#takeNow(due) : this.#takeNext())
    } catch (error) {
      this.#options.troubles.failed('The look for sessions', error)
    } finally {
      this.#isTakingDue = false
    }
  }

  /** Takes what is due; in place of what was refused, others that may be let in. */
  async #takeNow(first: readonly Candidate[]): Promise<void> {
    let due = first
    for (let round = 0; round < mostRounds && due.length > 0 && !this.#isStopping; round++) {
      const room = this.#slots.take(due.length)
      const wereAllHad = await this.#intake.take(due.slice(0, room))
      if (wereAllHad || this.#slots.free === 0) return
      due = await this.#sweeper.due({ ...this.#wanted(), most: this.#slots.free })
    }
  }

  /** Waits for a slot, and takes what is due then. */
  async #takeNext(): Promise<void> {
    await this.#slots.next()
    let due: readonly Candidate[] = []
    try {
      if (!this.#isStopping) due = await this.#sweeper.due({ ...this.#wanted(), most: 1 })
    } finally {
      if (due.length === 0) this.#slots.give()
    }
    await this.#intake.take(due)
  }
}
