/**
 * The outbox: what ended sessions owe to targets outside, sent in the background until each has it or never will.
 *
 * What is owed is written down before the end is, so a crash loses none. An entry is sent by the process that ended
 * the session, and after a crash by whoever recovers; a claim with an end keeps two from sending it at once. A target
 * may all the same get a result twice, after a crash or a long stall, and knows it by its key.
 */
import type { Redactor } from '../audit/redaction.ts'
import type { Clock } from '../ports/clock.ts'
import type { DeliveryFailure } from '../ports/delivery.ts'
import type { SessionRow, Store } from '../ports/store.ts'
import type { SessionEnd } from './conclusion.ts'
import { memoryName } from './deliver-names.ts'
import { endedSession } from './delivered-result.ts'
import { attempted, begun, type Delivery, deliveryKey, givenUp, mostAttempts, pendingDelivery } from './delivery.ts'
import { reasonOf } from './delivery-failure.ts'
import { DeliveryRecords } from './delivery-records.ts'
import type { OutboxTarget } from './outbox-target.ts'
import { Waiters } from './waiters.ts'

export type OutboxOptions = {
  readonly store: Store
  readonly clock: Clock
  readonly redact: Redactor
  readonly targets: ReadonlyMap<string, OutboxTarget>
  /** Whether this process sends what others left behind. */
  readonly isRecovering: boolean
}

/** How long a target may take for one attempt. */
const attemptMs = 10_000
/** A claim outlives its attempt, whatever the store takes for the writing. */
const claimMs = 3 * attemptMs
/** When the store is in trouble, or another process holds an entry, it is looked at again after so long. */
const lookAgainMs = claimMs
/** What is left behind is sent by so many at once. */
const recoverBatch = 8

export class Outbox {
  readonly #options: OutboxOptions
  readonly #records: DeliveryRecords
  /** How sessions that ended here ended, as long as something of it is owed. */
  readonly #ends = new Map<string, SessionEnd>()
  /** What sessions here owe, by session: known also when the store could not write it down. */
  readonly #owed = new Map<string, readonly Delivery[]>()
  readonly #sending = new Map<string, Promise<void>>()
  readonly #timers = new Map<string, () => void>()
  readonly #changes = new Waiters<void>()
  readonly #closing = new AbortController()
  #recovering: Promise<readonly Delivery[]> | undefined
  #stopRecovering: () => void = () => {}

  constructor(options: OutboxOptions) {
    this.#options = options
    this.#records = new DeliveryRecords(options.store, options.clock, claimMs)
    if (options.isRecovering) void this.#recoverForEver()
  }

  /** Writes down what a session owes that is about to end. A store in trouble does not keep it from ending. */
  async owe(session: string, targets: readonly string[]): Promise<void> {
    const now = this.#options.clock.now()
    const owed = targets.map((target) => pendingDelivery(session, target, now))
    this.#owed.set(session, owed)
    await Promise.all(owed.map((delivery) => this.#records.owe(delivery))).catch(() => {})
  }

  /** A session has ended here: what it owes is sent. */
  ended(end: SessionEnd): void {
    const owed = this.#owed.get(end.session)
    if (!owed) return
    this.#ends.set(end.session, end)
    for (const delivery of owed) void this.#send(delivery)
  }

  /** Sends what is due of all that is owed, whoever owes it. Those sent by others are left to them. */
  recover(): Promise<readonly Delivery[]> {
    this.#recovering ??= this.#recover().finally(() => {
      this.#recovering = undefined
    })
    return this.#recovering
  }

  /** How the deliveries of a session stand. The memory is among them when it is owed something. */
  async deliveries(session: string, targets: readonly string[]): Promise<readonly Delivery[]> {
    const now = this.#options.clock.now()
    const found = await Promise.all(
      targets.map(async (target) => {
        const known = (await this.#records.read({ session, target })) ?? this.#owedHere({ session, target })
        return known ?? (target === memoryName ? [] : pendingDelivery(session, target, now))
      }),
    )
    return found.flat()
  }

  /** The same as soon as none is pending, or after so long. */
  async settled(session: string, targets: readonly string[], waitMs: number): Promise<readonly Delivery[]> {
    const { clock } = this.#options
    let isOver = false
    const stop = clock.after(
      waitMs,
      () => {
        isOver = true
        this.#changes.resolve(session, undefined)
      },
      { keepsAlive: true },
    )
    try {
      for (;;) {
        // Asked for before the look: a change that comes meanwhile is not missed.
        const change = this.#changes.wait(session)
        const found = await this.deliveries(session, targets)
        if (isOver || this.#isClosed || found.every(({ state }) => state !== 'pending')) return found
        await change
      }
    } finally {
      stop()
      // Nobody is left behind who waits for nothing.
      this.#changes.resolve(session, undefined)
    }
  }

  /** The session is removed: nobody is told of it any more. */
  async forget(session: string, targets: readonly string[]): Promise<void> {
    this.#drop(session)
    for (const target of targets) await this.#records.forget({ session, target })
  }

  /** Ends what is under way; whoever recovers goes on with it. What is being remembered may end within `graceMs`. */
  async close(graceMs = 0): Promise<void> {
    await this.#remembered(graceMs)
    this.#closing.abort(new Error('The runtime was closed.'))
    this.#stopRecovering()
    for (const stop of this.#timers.values()) stop()
    this.#timers.clear()
    this.#changes.resolveAll(undefined)
    await Promise.allSettled([...this.#sending.values(), this.#recovering])
  }

  /** Nobody waits for the memory but who closes: it is here, and who only runs a session would never recover. */
  async #remembered(graceMs: number): Promise<void> {
    const rounds = [...this.#sending].filter(([key]) => key.endsWith(`/${memoryName}`)).map(([, round]) => round)
    if (rounds.length === 0 || graceMs <= 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const stop = this.#options.clock.after(graceMs, resolve, { keepsAlive: true })
    await Promise.race([Promise.all(rounds), promise])
    stop()
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted
  }

  async #recover(): Promise<readonly Delivery[]> {
    const owed = await this.#records.pending()
    // What has a timer here is sent in its time.
    const left = owed.filter((delivery) => !this.#timers.has(deliveryKey(delivery)))
    for (let at = 0; at < left.length && !this.#isClosed; at += recoverBatch) {
      await Promise.all(left.slice(at, at + recoverBatch).map((delivery) => this.#send(delivery)))
    }
    return Promise.all(owed.map(async (delivery) => (await this.#records.read(delivery)) ?? delivery))
  }

  /** Again and again: a store in trouble now may be well the next time. */
  async #recoverForEver(): Promise<void> {
    const { clock, store } = this.#options
    await this.recover().catch(() => {})
    if (!this.#isClosed) this.#stopRecovering = clock.after(store.leaseMs, () => void this.#recoverForEver())
  }

  /** One at a time for each entry. Never fails: a store in trouble is asked again later. */
  #send(delivery: Delivery): Promise<void> {
    const key = deliveryKey(delivery)
    const sending = this.#sending.get(key)
    if (sending || this.#isClosed) return sending ?? Promise.resolve()
    this.#timers.get(key)?.()
    this.#timers.delete(key)
    const round = this.#round(delivery)
      .catch(() => this.#later(delivery, lookAgainMs))
      .finally(() => {
        this.#sending.delete(key)
        this.#changes.resolve(delivery.session, undefined)
      })
    this.#sending.set(key, round)
    return round
  }

  /** One attempt, if it is due, may be made here, and is made by nobody else. */
  async #round(known: Delivery): Promise<void> {
    const target = this.#options.targets.get(known.target)
    if (!target || target.trouble !== undefined) return this.#left(known)
    const row = await this.#options.store.sessions.get(known.session)
    if (!row) return this.forget(known.session, [known.target])
    // Its process died between the two: it is run again, and ends.
    if (row.state !== 'ended') return
    const claim = await this.#records.claim(known)
    if (!claim) return this.#later(known, lookAgainMs)
    try {
      const after = await this.#taken((await this.#records.read(known)) ?? known, target, row)
      if (after.nextAt === null) this.#settled(after)
      else this.#later(after, after.nextAt - this.#options.clock.now())
    } finally {
      await this.#records.release(claim)
    }
  }

  /** One whose target nobody here knows waits in the store for a process that does, and nowhere else. */
  async #left(delivery: Delivery): Promise<void> {
    if (!this.#owedHere(delivery)) return
    await this.#records.owe(delivery)
    this.#settled(delivery)
  }

  #owedHere({ session, target }: Pick<Delivery, 'session' | 'target'>): Delivery | undefined {
    return this.#owed.get(session)?.find((each) => each.target === target)
  }

  /** How an entry stands after it was taken up, under a claim. */
  async #taken(delivery: Delivery, target: OutboxTarget, row: SessionRow): Promise<Delivery> {
    const now = this.#options.clock.now()
    // Another process settled it; a crash may have left it among the pending ones.
    if (delivery.nextAt === null) return this.#saved(delivery)
    if (delivery.nextAt > now) return delivery
    if (delivery.attempts < mostAttempts) return this.#attempt(delivery, target, row)
    return this.#saved(givenUp(delivery, delivery.error ?? 'The last attempt was interrupted.', now))
  }

  async #attempt(delivery: Delivery, target: OutboxTarget, row: SessionRow): Promise<Delivery> {
    const { clock, store, redact } = this.#options
    const trying = await this.#saved(begun(delivery, clock.now()))
    const failure = await this.#try(trying, async (signal) => {
      const ended = await endedSession(store, row, this.#ends.get(row.id))
      return target.deliver(ended, { signal, attempt: trying.attempts, key: deliveryKey(trying) })
    })
    // What was cut short by the closing is no fault of the target.
    if (failure && this.#isClosed) return trying
    const told = failure && { ...failure, error: redact.text(failure.error) }
    const after = attempted(trying, told, clock.now())
    await this.#records.conclude(after)
    return after
  }

  async #saved(delivery: Delivery): Promise<Delivery> {
    await this.#records.save(delivery)
    return delivery
  }

  /** Whatever the target does about the signal, its time ends. */
  async #try(
    { target }: Delivery,
    deliver: (signal: AbortSignal) => Promise<DeliveryFailure | undefined>,
  ): Promise<DeliveryFailure | undefined> {
    const timeout = new AbortController()
    const tooSlow = new Error(`\`${target}\` did not take it within ${attemptMs / 1000} s.`)
    const stop = this.#options.clock.after(attemptMs, () => timeout.abort(tooSlow))
    const signal = AbortSignal.any([timeout.signal, this.#closing.signal])
    try {
      return await Promise.race([deliver(signal), abortOf(signal)])
    } catch (thrown) {
      return { error: reasonOf(thrown) }
    } finally {
      stop()
    }
  }

  #later(delivery: Delivery, ms: number): void {
    const key = deliveryKey(delivery)
    if (this.#isClosed) return
    this.#timers.get(key)?.()
    const send = () => {
      this.#timers.delete(key)
      void this.#send(delivery)
    }
    this.#timers.set(key, this.#options.clock.after(Math.max(ms, 0), send))
  }

  #settled({ session, target }: Delivery): void {
    const rest = (this.#owed.get(session) ?? []).filter((delivery) => delivery.target !== target)
    if (rest.length > 0) this.#owed.set(session, rest)
    else this.#drop(session)
  }

  #drop(session: string): void {
    this.#owed.delete(session)
    this.#ends.delete(session)
  }
}

function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
