/** One timer renews the leases of all sessions of a worker. */
import { GyreError } from '../errors.ts'
import type { LiveSession } from '../kernel/live-session.ts'
import type { Clock } from '../ports/clock.ts'
import type { LeaseTerms, Store } from '../ports/store.ts'

export class LeaseRenewal {
  readonly #store: Store
  readonly #clock: Clock
  readonly #live: ReadonlyMap<string, LiveSession>
  #cancel: (() => void) | undefined

  constructor(store: Store, clock: Clock, live: ReadonlyMap<string, LiveSession>) {
    this.#store = store
    this.#clock = clock
    this.#live = live
  }

  terms(): LeaseTerms {
    return { worker: this.#store.worker, leaseMs: this.#store.leaseMs, now: this.#clock.now() }
  }

  /** Sees to it that a lease just taken is renewed in time. */
  begin(session: LiveSession): void {
    session.leaseUntil = this.#clock.now() + this.#store.leaseMs
    this.#renewLater()
  }

  stop(): void {
    this.#cancel?.()
    this.#cancel = undefined
  }

  #renewLater(): void {
    this.#cancel ??= this.#clock.after(this.#store.leaseMs / 3, () => {
      this.#cancel = undefined
      void this.renew()
    })
  }

  async renew(): Promise<void> {
    const leases = [...this.#live.values()].map((session) => session.journal.lease)
    if (leases.length === 0) return
    this.#renewLater()
    const terms = this.terms()
    let lost: readonly string[]
    try {
      lost = await this.#store.sessions.renew(leases, terms)
    } catch {
      // A store in trouble tells whoever writes next; until the lease has run out there is time to try again.
      return
    }
    for (const id of lost) {
      const error = new GyreError('lease-lost', `Another worker took \`${id}\` over.`, { session: id })
      this.#live.get(id)?.halt({ kind: 'lost', error })
    }
    for (const { session } of leases) {
      const live = this.#live.get(session)
      if (live) live.leaseUntil = terms.now + terms.leaseMs
    }
  }
}
