/**
 * A circuit breaker: which calls of a tool are let through, decided at once.
 *
 *     closed ── failures in a row ──▶ open ── its rest is over, a call tries ──▶ half-open
 *       ▲                              ▲                                          │    │
 *       └──────── it answered ─────────┼──────────────────────────────────────────┘    │
 *                                      └──────────────── it failed ────────────────────┘
 */

/** What the end of a call says of its tool. `left`: nothing, because it is the caller who ended it or was wrong. */
export type CallEnd = 'answered' | 'failed' | 'left'

export type BreakerState = {
  readonly state: 'closed' | 'open' | 'half-open'
  /** In a row. */
  readonly failures: number
  /** When it came into this state, in ms. */
  readonly since: number
  /** Until when no call is let through: its rest, or the time of the call that tries. */
  readonly until: number
}

const mostFailures = 3
const restMs = 300_000

const untouched: BreakerState = { state: 'closed', failures: 0, since: 0, until: 0 }

export class Breaker {
  #state = untouched
  #turn = 0

  get state(): BreakerState {
    return this.#state
  }

  /** Another one with each change and each call that tries. The end of a call counts only in the turn it began in. */
  get turn(): number {
    return this.#turn
  }

  /** Milliseconds until a call may be made; 0 when one may. */
  wait(now: number): number {
    const { state, until } = this.#state
    return state === 'closed' ? 0 : Math.max(0, until - now)
  }

  /** A call goes ahead. After a rest it is the one that tries, and has its place for so long. Tells whether it is. */
  enter(now: number, placeMs: number): boolean {
    if (this.#state.state === 'closed') return false
    const since = this.#state.state === 'open' ? now : this.#state.since
    const isFirst = this.#state.state === 'open'
    this.become({ ...this.#state, state: 'half-open', since, until: now + placeMs })
    return isFirst
  }

  /** A call that began in this turn has ended. Tells whether that opened or closed it. */
  ended(end: CallEnd, turn: number, now: number): boolean {
    if (turn !== this.#turn || this.#state.state === 'open') return false
    if (this.#state.state === 'closed') return end === 'failed' ? this.#failed(now) : this.#wentWell(end)
    if (end === 'left') {
      this.become({ ...this.#state, until: now })
      return false
    }
    if (end === 'failed') return this.#failed(now)
    this.become({ ...untouched, since: now })
    return true
  }

  #failed(now: number): boolean {
    const failures = this.#state.failures + 1
    if (this.#state.state === 'closed' && failures < mostFailures) {
      this.#state = { ...this.#state, failures }
      return false
    }
    this.become({ state: 'open', failures, since: now, until: now + restMs })
    return true
  }

  #wentWell(end: CallEnd): boolean {
    if (end === 'answered' && this.#state.failures > 0) this.#state = { ...this.#state, failures: 0 }
    return false
  }

  /** Another process or a person has brought it into this state, or it came there by itself. */
  become(state: BreakerState): void {
    this.#state = state
    this.#turn += 1
  }
}
