/** What is done to workers, their lines and the server while sessions run. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '@gyre/core'
import { type PostgresServer, restartPostgres, stopPostgres } from '../postgres/server.ts'
import type { StormWorker } from './workers.ts'

/** A worker that was taken away, and what it ran then. */
export type Blow = {
  readonly how: 'kill' | 'stop'
  readonly at: number
  readonly pid: number
  readonly sessions: readonly string[]
}

export type StormCounts = {
  kills: number
  stops: number
  restarts: number
  cuts: number
  stalls: number
  slows: number
}

export type StormOptions = {
  readonly workers: readonly StormWorker[]
  readonly store: Store
  readonly server: PostgresServer
  readonly isDurable: boolean
  readonly random: () => number
  /** How long it is calm between two blows, on average. */
  readonly calmMs: number
}

/** Longer than a lease: whoever is stopped for so long finds its sessions with others. */
const stopMs = 4500
const stallMs = 2000
const slowMs = 25

export class Storm {
  readonly #options: StormOptions
  readonly #pending = new Set<Promise<void>>()
  readonly counts: StormCounts = { kills: 0, stops: 0, restarts: 0, cuts: 0, stalls: 0, slows: 0 }
  readonly blows: Blow[] = []
  server: PostgresServer
  #isOver = false

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
      [0.3, () => this.#kill()],
      [0.5, () => this.#stop()],
      [0.65, () => this.#cut()],
      [0.8, () => this.#stall()],
      [0.95, () => this.#slow()],
      [1, () => this.#restart()],
    ]
    const chance = this.#options.random()
    return strikes.find(([below]) => chance < below)?.[1] ?? (() => this.#cut())
  }

  /** One that is up: somebody must be left to go on. */
  #victim(): StormWorker | undefined {
    const up = this.#options.workers.filter(({ isRunning, isStopped }) => isRunning && !isStopped)
    return up.length > 1 ? up[Math.floor(this.#options.random() * up.length)] : undefined
  }

  async #kill(): Promise<void> {
    const victim = this.#victim()
    if (!victim) return
    await this.#note('kill', victim, () => victim.kill())
    this.counts.kills += 1
    victim.spawn()
  }

  async #stop(): Promise<void> {
    const victim = this.#victim()
    if (!victim) return
    await this.#note('stop', victim, async () => victim.signal('SIGSTOP'))
    this.counts.stops += 1
    await sleep(stopMs)
    victim.signal('SIGCONT')
  }

  /** What it ran is asked before it goes; what ended in between was not taken from it. */
  async #note(how: Blow['how'], { pid }: StormWorker, strike: () => Promise<void>): Promise<void> {
    const rows = await this.#options.store.sessions.list({ states: ['running'] })
    const sessions = rows.filter(({ worker }) => worker?.split('/')[1] === String(pid)).map(({ id }) => id)
    const at = Date.now()
    await strike()
    this.blows.push({ how, at, pid, sessions })
  }

  async #cut(): Promise<void> {
    this.#victim()?.line.cut()
    this.counts.cuts += 1
  }

  async #stall(): Promise<void> {
    this.#victim()?.line.stall(stallMs)
    this.counts.stalls += 1
    await sleep(stallMs)
  }

  async #slow(): Promise<void> {
    const line = this.#victim()?.line
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

  #isRestarting = false
}
