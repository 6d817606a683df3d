/** One timer renews the leases of all sessions of a worker. */
import { GyreError } from '../errors.ts'
import type { LiveSession } from '../kernel/live-session.ts'
import type { Clock } from '../ports/clock.ts'
import type { Lease, LeaseTerms, Store } from '../ports/store.ts'

export class LeaseRenewal {
  readonly #store: Store
  readonly #clock: Clock
  readonly #live: ReadonlyMap<string, LiveSession>
  /** Leases of sessions whose journals are still being read, and until when each lasts. */
  readonly #taken = new Map<string, { readonly lease: Lease; until: number }>()
  #cancel: (() => void) | undefined
  #renewing: Promise<void> | undefined

  constructor(store: Store, clock: Clock, live: ReadonlyMap<string, LiveSession>) {
    this.#store = store
    this.#clock = clock
    this.#live = live
  }

  terms(): LeaseTerms {
    return { worker: this.#store.worker, leaseMs: this.#store.leaseMs, now: this.#clock.now() }
  }

  /** Sees to it that a lease just taken is renewed in time: a long journal takes longer to read than a lease lasts. */
  take(lease: Lease, { now, leaseMs }: LeaseTerms): void {
    this.#taken.set(lease.session, { lease, until: now + leaseMs })
    this.#renewLater()
  }

  letGo({ session }: Lease): void {
    this.#taken.delete(session)
  }

  /** The same for a session that runs from now on. */
  begin(session: LiveSession): void {
    session.leaseUntil = this.#taken.get(session.id)?.until ?? this.#clock.now() + this.#store.leaseMs
    this.#taken.delete(session.id)
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

  /** One at a time: a store that is slow now is not asked for more, and an older time never overtakes a newer one. */
  renew(): Promise<void> {
    this.#renewing ??= this.#renewAll().finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  async #renewAll(): Promise<void> {
    const live = [...this.#live.values()].map((session) => session.journal.lease)
    const leases = [...live, ...[...this.#taken.values()].map(({ lease }) => lease)]
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
      const [renewed, taken] = [this.#live.get(session), this.#taken.get(session)]
      if (renewed) renewed.leaseUntil = terms.now + terms.leaseMs
      if (taken) taken.until = terms.now + terms.leaseMs
    }
  }
}
