/** What is done to workers, lines and the server while sessions run. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '@gyre/core'
import { type PostgresServer, restartPostgres, stopPostgres } from '../postgres/server.ts'
import type { Line } from './line.ts'
import type { StormWorker } from './workers.ts'

/** A worker that was taken away, and what it ran then: `silence` is that of its line. */
export type Blow = {
  readonly how: 'kill' | 'stop' | 'silence'
  /** Just before it, just after, and when the worker was well again, or another in its place. */
  readonly at: number
  readonly struckAt: number
  readonly healedAt: number
  readonly pid: number
  readonly sessions: readonly string[]
}

export type StormCounts = {
  kills: number
  stops: number
  restarts: number
  cuts: number
  stalls: number
  silences: number
  slows: number
}

export type StormOptions = {
  readonly workers: readonly StormWorker[]
  /** Of those who only look on. */
  readonly lines: readonly Line[]
  readonly store: Store
  readonly server: PostgresServer
  readonly isDurable: boolean
  readonly random: () => number
  /** How long it is calm between two blows, on average. */
  readonly calmMs: number
}

/** Longer than a lease: whoever is stopped or silent for so long finds its sessions with others. */
const stopMs = 4500
/** Long enough for others to have asked people about what was under way, at times. */
const silenceMs = { least: 5000, most: 8000 }
/** Shorter than a lease. */
const stallMs = 2000
const slowMs = 25

export class Storm {
  readonly #options: StormOptions
  readonly #pending = new Set<Promise<void>>()
  /** Workers that something is done to. */
  readonly #struck = new Set<StormWorker>()
  readonly counts: StormCounts = { kills: 0, stops: 0, restarts: 0, cuts: 0, stalls: 0, silences: 0, slows: 0 }
  readonly blows: Blow[] = []
  server: PostgresServer
  #isOver = false
  #isRestarting = false

  constructor(options: StormOptions) {
    this.#options = options
    this.server = options.server
  }

  /** Blow after blow, until it is over; then everybody is well again. */
  async rage(): Promise<void> {
    const { random, calmMs } = this.#options
    while (!this.#isOver) {
      await sleep(calmMs * (0.5 + random()))
      const strike = this.#pick()
      const struck = strike().finally(() => this.#pending.delete(struck))
      this.#pending.add(struck)
    }
    await Promise.all(this.#pending)
  }

  end(): void {
    this.#isOver = true
  }

  #pick(): () => Promise<void> {
    const strikes: readonly (readonly [number, () => Promise<void>])[] = [
      [0.25, () => this.#strike('kill', (victim) => this.#kill(victim))],
      [0.41, () => this.#strike('stop', (victim) => this.#stop(victim))],
      [0.59, () => this.#strike('silence', (victim) => this.#silence(victim))],
      [0.71, () => this.#cut()],
      [0.82, () => this.#stall()],
      [0.94, () => this.#slow()],
      [1, () => this.#restart()],
    ]
    const chance = this.#options.random()
    return strikes.find(([below]) => chance < below)?.[1] ?? (() => this.#cut())
  }

  /** One that is well: somebody must be left to go on, and one that is still starting cannot. */
  #victim(): StormWorker | undefined {
    const well = this.#options.workers.filter((worker) => worker.isReady && !this.#struck.has(worker))
    return well.length > 1 ? well[Math.floor(this.#options.random() * well.length)] : undefined
  }

  /** What a worker runs is asked before it goes; what ended in between was not taken from it. */
  async #strike(how: Blow['how'], strike: (victim: StormWorker) => Promise<() => Promise<void>>): Promise<void> {
    const victim = this.#victim()
    if (!victim) return
    this.#struck.add(victim)
    const { pid } = victim
    const rows = await this.#options.store.sessions.list({ states: ['running'] })
    const sessions = rows.filter(({ worker }) => worker?.split('/')[1] === String(pid)).map(({ id }) => id)
    const at = Date.now()
    const heal = await strike(victim)
    const struckAt = Date.now()
    await heal()
    this.blows.push({ how, at, struckAt, healedAt: Date.now(), pid, sessions })
    this.#struck.delete(victim)
  }

  async #kill(victim: StormWorker): Promise<() => Promise<void>> {
    await victim.kill()
    this.counts.kills += 1
    return async () => victim.spawn()
  }

  async #stop(victim: StormWorker): Promise<() => Promise<void>> {
    victim.signal('SIGSTOP')
    this.counts.stops += 1
    return async () => {
      await sleep(stopMs)
      victim.signal('SIGCONT')
    }
  }

  /** Mostly what a worker asks is done, and only the word of it comes late. */
  async #silence({ line }: StormWorker): Promise<() => Promise<void>> {
    const { random } = this.#options
    const ms = silenceMs.least + random() * (silenceMs.most - silenceMs.least)
    line.stall(ms, random() < 0.7 ? 'answers' : 'everything')
    this.counts.silences += 1
    return () => sleep(ms)
  }

  /** Of a worker, or of one who looks on. */
  #line(): Line | undefined {
    const { workers, lines, random } = this.#options
    const all = [...workers.filter((worker) => !this.#struck.has(worker)).map(({ line }) => line), ...lines]
    return all[Math.floor(random() * all.length)]
  }

  async #cut(): Promise<void> {
    this.#line()?.cut()
    this.counts.cuts += 1
  }

  async #stall(): Promise<void> {
    this.#line()?.stall(stallMs)
    this.counts.stalls += 1
    await sleep(stallMs)
  }

  async #slow(): Promise<void> {
    const line = this.#line()
    line?.slow(slowMs)
    this.counts.slows += 1
    await sleep(stallMs)
    line?.slow(0)
  }

  async #restart(): Promise<void> {
    if (this.#isRestarting) return
    this.#isRestarting = true
    await stopPostgres(this.server, this.#options.random() < 0.5 ? 'fast' : 'immediate')
    this.server = await restartPostgres(this.server, { isDurable: this.#options.isDurable })
    this.counts.restarts += 1
    this.#isRestarting = false
  }
}
