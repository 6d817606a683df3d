/**
 * One PostgreSQL, its workers, and the sessions that come to it, event by event.
 *
 * An event is a reply of a model, a batch of rows that is sent, a claim, a renewal, an arrival, an answer of a person. What
 * queues without a choice, at a core or a lock, needs none: see `Servers`.
 */

import { DayProfile } from './day-profile.ts'
import { arrivalsPerMs, renewEveryMs, type Setting } from './demand.ts'
import { Draws } from './draws.ts'
import { EventQueue } from './event-queue.ts'
import { Servers } from './servers.ts'
import { Session } from './session.ts'
import { Waits } from './waits.ts'
import { Worker } from './worker.ts'

/** Whatever has its time. */
export type Actor = { happen(now: number): void }

export class Shard {
  readonly setting: Setting
  readonly draws: Draws
  readonly postgres: Servers
  /** Commits with a NOTIFY take turns. */
  readonly notify = new Servers(1)
  /** From being offered until a worker has the session. */
  readonly queueWaits = new Waits()
  /** What a step takes beyond its model. */
  readonly stepWaits = new Waits()
  /** How long sessions were in slots. */
  readonly stays = new Waits()
  readonly workers: readonly Worker[]
  readonly #events = new EventQueue<Actor>()
  readonly #waiting: Session[] = []
  /** Those before it have been claimed. */
  #firstWaiting = 0
  #turn = 0
  #isClaiming = false
  #happened = 0

  constructor(setting: Setting, workers: number, seed: number) {
    this.setting = setting
    this.draws = new Draws(seed)
    this.postgres = new Servers(setting.fleet.cores)
    this.workers = Array.from({ length: workers }, () => new Worker(this))
  }

  /** Arrivals as of a day with so many sessions; the times that follow are before and after its peak. */
  begin(sessionsPerDay: number, now: number): void {
    const { workload, fleet } = this.setting
    const rate = arrivalsPerMs(sessionsPerDay, fleet)
    const profile = new DayProfile(workload.peakFactor)
    const most = rate * workload.peakFactor
    const arrival: Actor = {
      happen: (at) => {
        this.at(at + this.draws.exponential(1 / most), arrival)
        // Of arrivals that come as at the peak, those that the time of the day takes away.
        if (this.draws.share() * workload.peakFactor < profile.at(at)) new Session(this).offer(at)
      },
    }
    this.at(now + this.draws.exponential(1 / most), arrival)
    // Persons who were asked before it began: how long they still take does not depend on how long they have taken.
    const away = Math.round(rate * profile.at(now) * workload.parks * workload.personMs)
    for (let each = 0; each < away; each += 1) new Session(this, { isAway: true }).waitForPerson(now)
    for (const worker of this.workers) this.at(now + this.draws.share() * renewEveryMs(fleet), renewals(worker, this))
  }

  at(time: number, actor: Actor): void {
    this.#events.put(time, actor)
  }

  runUntil(end: number): void {
    for (let now = this.#events.next; now <= end; now = this.#events.next) {
      this.#events.take()?.happen(now)
      this.#happened += 1
    }
  }

  get happened(): number {
    return this.#happened
  }

  get waiting(): number {
    return this.#waiting.length - this.#firstWaiting
  }

  enqueue(session: Session, now: number): void {
    this.#waiting.push(session)
    this.claimSoon(now)
  }

  /** When there is something to claim: a session was offered, or a slot became free. */
  claimSoon(now: number): void {
    if (this.#isClaiming || this.waiting === 0) return
    this.#isClaiming = true
    this.at(now + this.setting.fleet.claimEveryMs, this)
  }

  /** Workers take turns at claiming. What finds no slot waits for the next that becomes free. */
  happen(now: number): void {
    this.#isClaiming = false
    while (this.waiting > 0) {
      const worker = this.#nextWithSlot()
      if (!worker) return
      const most = Math.min(this.setting.fleet.claimBatch, worker.free, this.waiting)
      worker.claim(this.#waiting.slice(this.#firstWaiting, this.#firstWaiting + most), now)
      this.#firstWaiting += most
    }
    this.#waiting.length = 0
    this.#firstWaiting = 0
  }

  /** Counts from now on. */
  countFrom(now: number): void {
    for (const each of [this.postgres, this.notify, ...this.workers]) each.countFrom(now)
    for (const waits of [this.queueWaits, this.stepWaits, this.stays]) waits.clear()
  }

  #nextWithSlot(): Worker | undefined {
    for (let tried = 0; tried < this.workers.length; tried += 1) {
      const worker = this.workers[this.#turn % this.workers.length]
      this.#turn += 1
      if (worker && worker.free > 0) return worker
    }
    return undefined
  }
}

/** A worker renews all its leases at once. */
function renewals(worker: Worker, shard: Shard): Actor {
  const { fleet, measured } = shard.setting
  const renewal: Actor = {
    happen: (now) => {
      shard.at(now + renewEveryMs(fleet), renewal)
      if (worker.running > 0) shard.postgres.serve(now, measured.statementMs + worker.running * measured.renewalMs)
    },
  }
  return renewal
}
