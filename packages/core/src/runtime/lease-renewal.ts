/** One timer renews the leases of all sessions of a worker. */
import { GyreError } from '../errors.ts'
import type { LiveSession } from '../kernel/live-session.ts'
import type { Clock } from '../ports/clock.ts'
import type { Lease, LeaseTerms, Store } from '../ports/store.ts'

export class LeaseRenewal {
  readonly #store: Store
  readonly #clock: Clock
  readonly #live: ReadonlyMap<string, LiveSession>
  /** Leases of sessions whose journals are still being read, and since when each counts. */
  readonly #taken = new Map<string, { readonly lease: Lease; since: number }>()
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
  take(lease: Lease, { now }: LeaseTerms): void {
    this.#taken.set(lease.session, { lease, since: now })
    this.#renewLater()
  }

  letGo(lease: Lease): void {
    if (this.holds(lease)) this.#taken.delete(lease.session)
  }

  /** Whether nobody was seen to take it since it was taken here. */
  holds(lease: Lease): boolean {
    return this.#taken.get(lease.session)?.lease === lease
  }

  /** The same for a session that runs from now on. */
  begin(session: LiveSession): void {
    session.leased = this.#leasedSince(this.#taken.get(session.id)?.since ?? this.#clock.now())
    this.#taken.delete(session.id)
    this.#renewLater()
  }

  #leasedSince(since: number): LiveSession['leased'] {
    return { since, until: since + this.#store.leaseMs }
  }

  stop(): void {
    this.#cancel?.()
    this.#cancel = undefined
  }

  #renewLater(): void {
    this.#cancel ??= this.#clock.after(this.#store.leaseMs / 3, () => {
      this.#cancel = undefined
      // One that is still under way sees to no other: the next begins when it is done.
      void (this.#renewing ? this.#renewing.then(() => this.renew()) : this.renew())
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
    const gone = new Set(lost)
    for (const lease of leases) {
      if (gone.has(lease.session)) this.#lost(lease)
      else this.#renewed(lease, terms.now)
    }
  }

  #lost(lease: Lease): void {
    this.#liveUnder(lease)?.halt({ kind: 'lost', error: leaseLost(lease.session) })
    this.letGo(lease)
  }

  #renewed(lease: Lease, now: number): void {
    const [live, taken] = [this.#liveUnder(lease), this.#taken.get(lease.session)]
    if (live) live.leased = this.#leasedSince(now)
    if (taken?.lease === lease) taken.since = now
  }

  /** While a renewal was under way the session may have gone, and come back here under another lease. */
  #liveUnder(lease: Lease): LiveSession | undefined {
    const live = this.#live.get(lease.session)
    return live?.journal.lease === lease ? live : undefined
  }
}

export function leaseLost(session: string): GyreError {
  return new GyreError('lease-lost', `Another worker took session \`${session}\` over.`, { session })
}
