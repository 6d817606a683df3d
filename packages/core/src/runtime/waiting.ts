/** Waiting for sessions, here or in another process: for their end, and for a moment in which they need somebody. */
import { GyreError } from '../errors.ts'
import type { LiveSession } from '../kernel/live-session.ts'
import type { Clock } from '../ports/clock.ts'
import type { SessionRow, Store } from '../ports/store.ts'
import type { Archive } from './archive.ts'
import type { SessionEnd } from './conclusion.ts'
import { Waiters } from './waiters.ts'

/** Why a session does nothing: it has ended, or it needs somebody. */
export type Idle = 'ended' | 'paused' | 'waiting'

export type WaitingOptions = {
  readonly store: Store
  readonly clock: Clock
  readonly archive: Archive
  readonly live: (id: string) => LiveSession | undefined
  /** Goes on with a session that was parked here and is queued by now. */
  readonly wakeParked: (id: string) => Promise<void>
  /** Sees to it that changes of a session are told that another process runs; the function returned ends it. */
  readonly attend: (id: string) => () => void
  /** Whether this process, or another, goes on with sessions whose process died. */
  readonly isRecovering: boolean
}

export class Waiting {
  readonly #options: WaitingOptions
  readonly #outcomes = new Waiters<SessionEnd>()
  readonly #idles = new Waiters<Idle>()
  #stopVigil: (() => void) | undefined
  /** Sessions of other processes somebody here waits for. */
  readonly #attended = new Map<string, () => void>()
  /** Sessions that were offered to workers a moment ago: until then somebody may take them. */
  #offered: { readonly ids: ReadonlySet<string>; readonly until: number } = { ids: new Set(), until: 0 }

  constructor(options: WaitingOptions) {
    this.#options = options
  }

  async outcome(id: string): Promise<SessionEnd> {
    const waiting = this.#outcomes.wait(id)
    // Nobody need be there yet when it is rejected.
    waiting.catch(() => {})
    const live = this.#options.live(id)
    if (!live) await this.#begin(id, () => this.#resolveOutcome(id)).catch((error) => this.failed(id, error))
    else if (live.activity.isIdle) this.#keepVigil()
    return waiting
  }

  async idle(id: string): Promise<Idle> {
    const waiting = this.#idles.wait(id)
    waiting.catch(() => {})
    const live = this.#options.live(id)
    if (live?.activity.isIdle) this.#idles.resolve(id, live.status === 'paused' ? 'paused' : 'waiting')
    if (!live) await this.#begin(id, () => this.#resolveIdle(id)).catch((error) => this.failed(id, error))
    return waiting
  }

  isAwaited(id: string): boolean {
    return this.#outcomes.has(id)
  }

  /** Somebody here or elsewhere will soon go on with these. */
  offered(ids: readonly string[]): void {
    const { clock, store } = this.#options
    this.#offered = { ids: new Set(ids), until: clock.now() + store.leaseMs }
  }

  /** It ended here. */
  ended(id: string, end: SessionEnd): void {
    this.#outcomes.resolve(id, end)
    this.#idles.resolve(id, 'ended')
    this.#restIfAlone()
  }

  /** It needs somebody, here. */
  becameIdle(id: string, status: 'paused' | 'waiting'): void {
    this.#idles.resolve(id, status)
    if (this.#outcomes.has(id)) this.#keepVigil()
  }

  /** It can go no further in this process. */
  failed(id: string, error: unknown): void {
    this.#outcomes.reject(id, error)
    this.#idles.reject(id, error)
    this.#restIfAlone()
  }

  /** It was run here and is another's now. */
  async goesOnElsewhere(id: string): Promise<void> {
    if (!this.#outcomes.has(id) && !this.#idles.has(id)) return
    this.#attend(id)
    this.#keepVigil()
    // A store in trouble is asked again with the next change.
    await this.changedElsewhere([id]).catch(() => {})
  }

  /** Another process wrote something: to one of these sessions, or to any. */
  async changedElsewhere(ids?: readonly string[]): Promise<void> {
    const isMeant = (id: string) => !this.#options.live(id) && (ids === undefined || ids.includes(id))
    for (const id of this.#outcomes.ids().filter(isMeant)) await this.#resolveOutcome(id)
    for (const id of this.#idles.ids().filter(isMeant)) await this.#resolveIdle(id)
    for (const id of this.#outcomes.ids().filter(isMeant)) await this.#options.wakeParked(id)
    this.#restIfAlone()
  }

  #attend(id: string): void {
    if (!this.#attended.has(id)) this.#attended.set(id, this.#options.attend(id))
  }

  /** Those nobody waits for any more. */
  #attendNoMore(): void {
    for (const [id, leave] of this.#attended) {
      if (this.#outcomes.has(id) || this.#idles.has(id)) continue
      leave()
      this.#attended.delete(id)
    }
  }

  /** Nobody is told anything any more: those who still wait would wait for ever. */
  close(): void {
    for (const id of this.#ids()) this.failed(id, interrupted(id, 'The runtime was closed before the end of'))
  }

  #ids(): ReadonlySet<string> {
    return new Set([...this.#outcomes.ids(), ...this.#idles.ids()])
  }

  /** Somebody begins to wait for a session that is not here. */
  async #begin(id: string, look: () => Promise<void>): Promise<void> {
    await look()
    if (!this.#outcomes.has(id) && !this.#idles.has(id)) return
    this.#attend(id)
    // What happened before others knew that somebody waits is seen now.
    await look()
    this.#keepVigil()
    if (this.#outcomes.has(id)) await this.#options.wakeParked(id)
    // Who asks for one that was left behind is told at once.
    if (await this.#isLeft(id)) this.#left(id)
  }

  async #resolveOutcome(id: string): Promise<void> {
    try {
      const end = await this.#options.archive.end(id)
      if (end) this.#outcomes.resolve(id, end)
    } catch (error) {
      this.#outcomes.reject(id, error)
    }
  }

  async #resolveIdle(id: string): Promise<void> {
    try {
      const row = await this.#options.archive.row(id)
      if (row.state === 'ended') this.#idles.resolve(id, 'ended')
      if (row.state === 'parked') this.#idles.resolve(id, row.mirror.status === 'paused' ? 'paused' : 'waiting')
      if (row.state === 'running') await this.#resolveLingering(row)
    } catch (error) {
      this.#idles.reject(id, error)
    }
  }

  /** One that needs somebody may stay in the memory of its process for a while: its facts tell, unless news is on its way. */
  async #resolveLingering({ id, mirror: { status } }: SessionRow): Promise<void> {
    if (status !== 'paused' && status !== 'waiting') return
    const { archive, store } = this.#options
    const sent = await store.interventions.list(id)
    if (sent.some(({ state }) => state === 'queued')) return
    const { view } = await archive.read(id)
    if (view.isPaused) this.#idles.resolve(id, 'paused')
    else if (view.questions.size > 0) this.#idles.resolve(id, 'waiting')
  }

  /** Whether its process died: the lease has run out, or the store knows better already. */
  async #isLeft(id: string): Promise<boolean> {
    const { store, clock, isRecovering } = this.#options
    const row = isRecovering || this.#isOffered(id) ? undefined : await store.sessions.get(id)
    if (row?.state !== 'running') return false
    if (overdue(row, clock.now()) > 0) return true
    if (row.worker === store.worker) return false
    return (await store.sessions.abandoned(clock.now(), 1, [id])).includes(id)
  }

  /**
   * As long as somebody waits for a session that does not work here, the process stays alive, and sees
   * whether its process still does. Others have the time of one more lease to go on with it.
   */
  #keepVigil(): void {
    const { clock, store } = this.#options
    this.#stopVigil ??= clock.after(
      store.leaseMs / 3,
      () => {
        this.#stopVigil = undefined
        if (this.#ids().size > 0) this.#keepVigil()
        // A store in trouble is asked again the next time.
        void this.#lookAround().catch(() => {})
      },
      { keepsAlive: true },
    )
  }

  #restIfAlone(): void {
    this.#attendNoMore()
    if (!this.#stopVigil || this.#ids().size > 0) return
    this.#stopVigil()
    this.#stopVigil = undefined
  }

  async #lookAround(): Promise<void> {
    const { store, clock, live, isRecovering } = this.#options
    if (isRecovering) return
    for (const id of this.#ids()) {
      const row = live(id) || this.#isOffered(id) ? undefined : await store.sessions.get(id)
      if (row?.state === 'running' && overdue(row, clock.now()) > store.leaseMs) this.#left(id)
    }
  }

  #isOffered(id: string): boolean {
    return this.#offered.ids.has(id) && this.#options.clock.now() <= this.#offered.until
  }

  #left(id: string): void {
    if (!this.#options.live(id)) this.failed(id, interrupted(id, 'Nobody runs'))
  }
}

/** For how long the lease has run out, in ms. */
function overdue({ leaseUntil }: SessionRow, now: number): number {
  return now - (leaseUntil ?? 0)
}

function interrupted(id: string, what: string): GyreError {
  return new GyreError('session-interrupted', `${what} session \`${id}\`.`, { id })
}
