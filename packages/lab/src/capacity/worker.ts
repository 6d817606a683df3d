/** A worker process: slots for sessions, one core, and one batch of rows on its way to PostgreSQL at a time. */
import { mostSteps } from './fleet.ts'
import { Servers } from './servers.ts'
import type { Session } from './session.ts'
import type { Shard } from './shard.ts'

export class Worker {
  readonly cpu = new Servers(1)
  readonly #shard: Shard
  /** Steps whose rows are to be written, in the order in which the core is done with them. */
  #unwritten: Session[] = []
  #isWriting = false
  #writtenAt = Number.NEGATIVE_INFINITY
  #running = 0
  /** Time times sessions in slots. */
  #occupied = 0
  #occupiedAt = 0
  #since = 0

  constructor(shard: Shard) {
    this.#shard = shard
  }

  get running(): number {
    return this.#running
  }

  get free(): number {
    return this.#shard.setting.fleet.concurrency - this.#running
  }

  claim(sessions: readonly Session[], now: number): void {
    const { postgres, setting } = this.#shard
    const { statementMs, claimMs, commitMs } = setting.measured
    const claimed = postgres.serve(now, statementMs + sessions.length * claimMs) + commitMs
    this.#occupy(sessions.length, now)
    for (const session of sessions) session.start(this, now, claimed)
  }

  leave(now: number): void {
    this.#occupy(-1, now)
    this.#shard.claimSoon(now)
  }

  /** Rows that come while a batch is on its way are the next one. */
  write(session: Session): void {
    this.#unwritten.push(session)
    if (!this.#isWriting) this.#writeAt(Math.max(session.computedAt, this.#writtenAt))
  }

  /** The batch is sent. */
  happen(now: number): void {
    const { postgres, setting } = this.#shard
    const { statementMs, rowMs, commitMs } = setting.measured
    const batch = this.#batch(now)
    const rows = batch.reduce((sum, session) => sum + session.rows, 0)
    this.#writtenAt = postgres.serve(now, statementMs + rows * rowMs) + commitMs
    for (const session of batch) session.written(this.#writtenAt)
    this.#isWriting = false
    const [first] = this.#unwritten
    if (first) this.#writeAt(Math.max(first.computedAt, this.#writtenAt))
  }

  countFrom(now: number): void {
    this.cpu.countFrom(now)
    this.#occupy(0, now)
    this.#occupied = 0
    this.#since = now
  }

  /** Sessions in its slots, on average. */
  meanRunning(now: number): number {
    this.#occupy(0, now)
    return this.#occupied / (now - this.#since)
  }

  #writeAt(time: number): void {
    this.#isWriting = true
    this.#shard.at(time, this)
  }

  #batch(now: number): readonly Session[] {
    const all = this.#unwritten
    const late = all.findIndex((session, at) => at === mostSteps || session.computedAt > now)
    this.#unwritten = late < 0 ? [] : all.slice(late)
    return late < 0 ? all : all.slice(0, late)
  }

  #occupy(more: number, now: number): void {
    this.#occupied += this.#running * (now - this.#occupiedAt)
    this.#occupiedAt = now
    this.#running += more
  }
}
