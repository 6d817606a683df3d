/** A session on its way: offered, claimed, step by step, away for a person, ended. */
import type { Shard } from './shard.ts'
import type { Worker } from './worker.ts'

type Stage = 'offered' | 'claimed' | 'asking' | 'leaving' | 'away'

export class Session {
  readonly #shard: Shard
  readonly #steps: number
  /** It waits for a person after so many steps; -1 for one that does not. */
  #parksAfter: number
  #stage: Stage = 'offered'
  #worker: Worker | undefined
  #made = 0
  #offeredAt = 0
  #startedAt = 0
  #repliedAt = 0
  /** When the core is done with the step. */
  computedAt = 0

  constructor(shard: Shard, { isAway = false }: { readonly isAway?: boolean } = {}) {
    const { steps, parks } = shard.setting.workload
    const { draws } = shard
    this.#shard = shard
    this.#steps = draws.between(steps.least, steps.most)
    this.#parksAfter = isAway || draws.share() < parks ? draws.between(0, this.#steps - 1) : -1
    if (isAway) this.#made = this.#parksAfter
  }

  /** Rows that its step appends; the last one tells of the end, too. */
  get rows(): number {
    return this.#shard.setting.measured.rowsPerStep + (this.#made + 1 === this.#steps ? 1 : 0)
  }

  /** Begun by whoever asked for it, or woken by the answer of a person. */
  offer(now: number): void {
    const { postgres, notify, setting } = this.#shard
    const made = postgres.serve(now, setting.measured.offerMs)
    const told = notify.serve(now, setting.measured.notifyMs)
    this.#offeredAt = now
    this.#goOn('offered', Math.max(made, told))
  }

  start(worker: Worker, now: number, claimedAt: number): void {
    this.#worker = worker
    this.#startedAt = now
    this.#shard.queueWaits.add(claimedAt - this.#offeredAt)
    this.#goOn('claimed', claimedAt)
  }

  waitForPerson(now: number): void {
    this.#parksAfter = -1
    this.#goOn('away', now + this.#shard.draws.exponential(this.#shard.setting.workload.personMs))
  }

  /** Its rows are on disk then. */
  written(at: number): void {
    this.#made += 1
    this.#shard.stepWaits.add(at - this.#repliedAt)
    this.#next(at)
  }

  happen(now: number): void {
    if (this.#stage === 'asking') this.#compute(now)
    else if (this.#stage === 'offered') this.#shard.enqueue(this, now)
    else if (this.#stage === 'claimed') this.#resume(now)
    else if (this.#stage === 'leaving') this.#leave(now)
    else this.offer(now)
  }

  #next(at: number): void {
    if (this.#made === this.#steps || this.#made === this.#parksAfter) this.#goOn('leaving', at)
    else {
      const { median, sigma } = this.#shard.setting.workload.modelMs
      this.#goOn('asking', at + this.#shard.draws.lognormal(median, sigma))
    }
  }

  #compute(now: number): void {
    const { stepCpuMs, streamCpuMs } = this.#shard.setting.measured
    this.#repliedAt = now
    this.computedAt = this.#worker?.cpu.serve(now, stepCpuMs + streamCpuMs) ?? now
    this.#worker?.write(this)
  }

  /** What was done before is read and gone over again. */
  #resume(now: number): void {
    const { statementMs, replayCpuMs } = this.#shard.setting.measured
    if (this.#made > 0) this.#shard.postgres.serve(now, statementMs)
    this.#next(this.#worker?.cpu.serve(now, this.#made * replayCpuMs) ?? now)
  }

  #leave(now: number): void {
    const { statementMs, rowMs } = this.#shard.setting.measured
    this.#shard.stays.add(now - this.#startedAt)
    this.#worker?.leave(now)
    if (this.#made === this.#steps) return
    this.#shard.postgres.serve(now, statementMs + rowMs)
    this.waitForPerson(now)
  }

  #goOn(stage: Stage, at: number): void {
    this.#stage = stage
    this.#shard.at(at, this)
  }
}
