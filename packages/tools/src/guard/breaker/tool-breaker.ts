/** The breaker of one tool: its state here, what others made of it, and what there is to tell of it. */
import type { Clock, KeyValue, Refusal, ToolNote } from '@gyre/core'
import { refusal, seconds } from '../checks/refusal.ts'
import { Breaker, type BreakerState, type CallEnd } from './breaker.ts'
import { BreakerTable } from './breaker-table.ts'

/** How the breaker of a tool stands. */
export type BreakerReport = BreakerState & { readonly tool: string }

/** So often at most a refused call looks whether somebody reset the breaker. */
const lookEveryMs = 1_000

export class ToolBreaker {
  readonly #tool: string
  readonly #clock: Clock
  readonly #breaker = new Breaker()
  readonly #table: BreakerTable
  #lookedAt = Number.NEGATIVE_INFINITY
  /** Changes that came with the clearance of a call, to be told by that call. */
  #untold: readonly ToolNote[] | undefined

  constructor(tool: string, clock: Clock, keyValue: KeyValue) {
    this.#tool = tool
    this.#clock = clock
    this.#table = new BreakerTable(keyValue, tool)
  }

  get turn(): number {
    return this.#breaker.turn
  }

  get report(): BreakerReport {
    return { tool: this.#tool, ...this.#breaker.state }
  }

  /** Why no call may be made now; undefined when one may. */
  look(): Refusal | undefined {
    const { state, failures } = this.#breaker.state
    if (state === 'closed') return undefined
    const now = this.#clock.now()
    const wait = this.#breaker.wait(now)
    if (wait === 0) return undefined
    this.#lookForReset(now)
    const why = `\`${this.#tool}\` failed ${failures} times in a row`
    const what = state === 'open' ? 'and is left alone for now' : 'and another call is trying it just now'
    return refusal('breaker', `${why}, ${what}. Try again in ${seconds(wait)}, or go on without it.`)
  }

  /** A call goes ahead. It has its place for the tool's time at most, should it never come back. */
  enter(placeMs: number): void {
    if (this.#breaker.state.state === 'closed') return
    const isChange = this.#breaker.enter(this.#clock.now(), placeMs)
    if (isChange) this.#untold = [...(this.#untold ?? []), this.#changed('breaker.half-open')]
  }

  /** What there is to tell with the call that begins. */
  takeNotes(): readonly ToolNote[] | undefined {
    const notes = this.#untold
    this.#untold = undefined
    return notes
  }

  /** The call that began in this turn has ended; what that changed. */
  ended(end: CallEnd, turn: number): ToolNote | undefined {
    // Most calls are answered, and most tools have not failed before.
    if (end === 'answered' && this.#breaker.state.failures === 0) return undefined
    const isChange = this.#breaker.ended(end, turn, this.#clock.now())
    if (!isChange) return undefined
    return this.#changed(this.#breaker.state.state === 'open' ? 'breaker.opened' : 'breaker.closed')
  }

  #changed(name: string): ToolNote {
    const { state } = this.#breaker
    // The table is for others: a call does not fail because of it.
    this.#table.write(state).catch(() => {})
    const { failures, until } = state
    return { name, value: { tool: this.#tool, ...(state.state !== 'closed' && { failures, until }) } }
  }

  #lookForReset(now: number): void {
    if (now - this.#lookedAt < lookEveryMs) return
    this.#lookedAt = now
    this.recall().catch(() => {})
  }

  /** Takes over what another process or a person wrote later than the state here. */
  async recall(): Promise<void> {
    const { turn } = this
    const stored = await this.#table.read()
    const { state, since } = this.#breaker.state
    const isNews = stored !== undefined && stored.since >= since && stored.state !== state
    if (isNews && turn === this.turn) this.#breaker.become(stored)
  }

  /** A person says that the tool works again. Fails when that cannot be written. */
  reset(): Promise<void> {
    this.#breaker.become({ state: 'closed', failures: 0, since: this.#clock.now(), until: 0 })
    return this.#table.write(this.#breaker.state)
  }
}
