/** A worker: runs sessions under leases, and lets go of what is idle. */
import type { GyreError } from '../errors.ts'
import type { Json } from '../json.ts'
import type { LoopEnd } from '../kernel/context.ts'
import type { Halt, LiveSession } from '../kernel/live-session.ts'
import type { SessionView } from '../kernel/session-view.ts'
import type { Clock } from '../ports/clock.ts'
import type { Lease, LeaseTerms, Store } from '../ports/store.ts'
import type { Tool } from '../tools/tool.ts'
import { conclude, type SessionEnd } from './conclusion.ts'
import { readRows, withoutBeginning } from './journal-rows.ts'
import { LeaseRenewal, leaseLost } from './lease-renewal.ts'
import { owedTargets, possibleTargets } from './owed-targets.ts'
import { type Equipment, type Recorded, restoreSteering, reviveSession, stubsOf } from './revive-session.ts'
import type { SharedPorts } from './runtime-options.ts'
import { isRefusal, setAside } from './set-aside.ts'

/** How a run of a session stopped here: ended, or not. */
export type Stop = { readonly kind: 'ended'; readonly end: SessionEnd } | Halt

export type WorkerOptions = {
  readonly store: Store
  readonly clock: Clock
  readonly lingerMs: number
  readonly ports: SharedPorts
  /** A session is run here from now on. */
  readonly onLive: (session: string) => void
  /** A session became idle: it waits for a person, or is paused. */
  readonly onIdle: (session: string, status: 'paused' | 'waiting') => void
  /** A session does nothing here for now, or has ended. */
  readonly onRest: (session: LiveSession, hasEnded: boolean) => void
  /** A session that owes its result to somebody is about to end. */
  readonly beforeEnd: (session: string, deliver: readonly string[]) => Promise<void>
}

export type Job = {
  readonly lease: Lease
  readonly owner: string
  readonly recorded: Recorded
  readonly equipment: Equipment
  readonly tools: readonly Tool[]
  /** Made a moment ago: nobody can have sent anything yet. */
  readonly isNew: boolean
}

export class Worker {
  readonly #options: WorkerOptions
  readonly #live = new Map<string, LiveSession>()
  /** Timers of idle sessions, by session. */
  readonly #lingering = new Map<string, () => void>()
  /** Who waits for a session to be gone from here: when the worker stops. */
  readonly #onGone = new Map<string, () => void>()
  readonly #renewal: LeaseRenewal

  constructor(options: WorkerOptions) {
    this.#options = options
    this.#renewal = new LeaseRenewal(options.store, options.clock, this.#live)
  }

  terms(): LeaseTerms {
    return this.#renewal.terms()
  }

  /** Keeps a lease that was just taken until its session runs, or it is released. */
  hold(lease: Lease, terms: LeaseTerms): void {
    this.#renewal.take(lease, terms)
  }

  holds(lease: Lease): boolean {
    return this.#renewal.holds(lease)
  }

  live(id: string): LiveSession | undefined {
    return this.#live.get(id)
  }

  /** Runs a session until it ends or stops here. Where that is for a failure, others may go on if it makes sense. */
  async run(job: Job): Promise<Stop> {
    const { lease } = job
    try {
      const stop = await this.#begin(job)
      if (stop.kind === 'lost') await this.leave(lease, stop.error)
      return stop
    } catch (error) {
      await this.leave(lease, error)
      throw error
    }
  }

  /** Lets go of a session that can go no further here. */
  async leave(lease: Lease, error: unknown): Promise<void> {
    this.#renewal.letGo(lease)
    const isAside = isRefusal(error) && (await this.setAside(lease, error).catch(() => false))
    if (!isAside) await this.release(lease)
  }

  /** Has a session wait for a person, who is told why. False when it is not for us to say. */
  setAside(lease: Lease, why: GyreError): Promise<boolean> {
    const { store, ports } = this.#options
    const reason = ports.redact.json({ ...why.toJSON() })
    return setAside(store, lease, { reason, terms: () => this.terms() })
  }

  async #begin(job: Job): Promise<Stop> {
    const { lease } = job
    const stubs = await this.#stubs(job)
    if (!job.isNew && !this.holds(lease)) {
      return { kind: 'lost', error: leaseLost(lease.session) }
    }
    const { session, run } = this.#revive(job, stubs)
    this.#live.set(session.id, session)
    this.#renewal.begin(session)
    this.#options.onLive(session.id)
    // Apart, so that the records of an earlier run are not kept while this one lasts.
    const takenUp = job.isNew ? undefined : this.#takeUp(session, job.recorded.view)
    return this.#drive(session, run, takenUp)
  }

  /** Lets go of a lease that may be another's by now; a store in trouble sees it run out. */
  async release(lease: Lease): Promise<void> {
    this.#renewal.letGo(lease)
    await this.#options.store.sessions.release(lease).catch(() => {})
  }

  async #drive(session: LiveSession, run: () => Promise<LoopEnd>, takenUp: Promise<void> | undefined): Promise<Stop> {
    const { id } = session
    try {
      await takenUp
      const stop = await Promise.race([this.#end(session, run), session.halted])
      if (stop.kind === 'refused') await this.#setAside(session, stop.error)
      // What was lost is another's to tell.
      if (stop.kind !== 'lost') this.#options.onRest(session, stop.kind === 'ended')
      return stop
    } finally {
      this.#live.delete(id)
      this.#lingering.get(id)?.()
      this.#lingering.delete(id)
      this.#onGone.get(id)?.()
      session.hub.close()
    }
  }

  #revive(job: Job, stubs: ReadonlyMap<string, Json> | undefined) {
    const { store, ports, onIdle, onRest } = this.#options
    const { view } = job.recorded
    const { definition } = view
    if (!definition) throw withoutBeginning(job.lease.session)
    const id = job.lease.session
    const revived = reviveSession(
      {
        id,
        owner: job.owner,
        definition,
        view,
        lease: job.lease,
        ports: { ...ports, store, tools: job.tools },
        ...(stubs && { stubs }),
        onLate: () => this.#renewal.renew(),
        onIdle: (status) => {
          onIdle(id, status)
          onRest(revived.session, false)
          this.#linger(revived.session)
        },
      },
      job.recorded,
      job.equipment,
    )
    return revived
  }

  async #stubs({ recorded }: Job): Promise<ReadonlyMap<string, Json> | undefined> {
    const fork = recorded.view.definition?.fork
    if (!fork || fork.allowOnce) return undefined
    return stubsOf(await Array.fromAsync(readRows(this.#options.store.journal, fork.session)))
  }

  /** A session that goes on: the store is asked for what people sent meanwhile. */
  async #takeUp(session: LiveSession, view: SessionView): Promise<void> {
    if (view.steered.size > 0) {
      restoreSteering(session, view, await this.#options.store.interventions.list(session.id))
    }
    // What people sent may lift a pause, or bring one.
    await session.supervisor.rested(() => this.notice(session))
    if (!session.supervisor.isPaused) session.setStatus(view.workingStatus, { resumed: true })
  }

  /**
   * Looks for interventions. The count is read before the look and noted after it: one that comes
   * later, or is being looked at, keeps the session from being parked.
   */
  async notice(session: LiveSession): Promise<void> {
    const { lease } = session.journal
    const seqs = await this.#options.store.sessions.wakeSeqs([session.id])
    await session.supervisor.inbox.notice()
    lease.wakeSeq = Math.max(lease.wakeSeq, seqs.get(session.id) ?? 0)
  }

  /** Another process changed something: one look tells for which of our sessions. */
  async noticeAll(): Promise<void> {
    const sessions = [...this.#live.values()]
    const seqs = await this.#options.store.sessions.wakeSeqs(sessions.map(({ id }) => id))
    for (const session of sessions) {
      if (seqs.get(session.id) !== session.journal.lease.wakeSeq) await this.notice(session)
    }
  }

  async #end(session: LiveSession, run: () => Promise<LoopEnd>): Promise<Stop> {
    const isOwing = possibleTargets(session.definition).length > 0
    return { kind: 'ended', end: await conclude(session, isOwing ? () => this.#owing(session, run) : run) }
  }

  /** What is owed is durable before the end is. */
  async #owing({ id, definition }: LiveSession, run: () => Promise<LoopEnd>): Promise<LoopEnd> {
    let end: LoopEnd | undefined
    try {
      end = await run()
      return end
    } finally {
      const targets = owedTargets(definition, end)
      if (targets.length > 0) await this.#options.beforeEnd(id, targets)
    }
  }

  /** The loop cannot go on over its journal: the session waits for a version that can. */
  async #setAside(session: LiveSession, error: GyreError): Promise<void> {
    session.setStatus('waiting', { error: { ...error.toJSON() } })
    await session.journal.drained()
    await this.#options.store.sessions.park(session.journal.lease)
  }

  /** An idle session stays in memory for a while, in case it goes on soon. */
  #linger(session: LiveSession): void {
    if (session.supervisor.isStopping) {
      session.halt({ kind: 'released' })
      return
    }
    const { clock, lingerMs } = this.#options
    this.#lingering.get(session.id)?.()
    this.#lingering.set(
      session.id,
      clock.after(lingerMs, () => void this.#park(session)),
    )
  }

  async #park(session: LiveSession): Promise<void> {
    try {
      await session.journal.drained()
      if (session.isHalted || !session.activity.isIdle) return
      if (session.unrepeatable.size > 0) return this.#linger(session)
      if (await this.#options.store.sessions.park(session.journal.lease)) session.halt({ kind: 'suspended' })
      else await this.notice(session)
    } catch {
      // The store is in trouble: it stays here for another while.
      if (!session.isHalted) this.#linger(session)
    }
  }

  /** Lets steps in flight end, begins no other, and hands the sessions back; answers with those there were. */
  async stop(graceMs: number): Promise<readonly string[]> {
    const sessions = [...this.#live.values()]
    await Promise.all(sessions.map((session) => this.#handBack(session, graceMs)))
    this.#renewal.stop()
    return sessions.map(({ id }) => id)
  }

  async #handBack(session: LiveSession, graceMs: number): Promise<void> {
    const { clock } = this.#options
    const gone = new Promise<void>((resolve) => this.#onGone.set(session.id, resolve))
    const release = () => session.halt({ kind: 'released' })
    session.supervisor.stop()
    if (session.activity.isIdle) release()
    const cancel = clock.after(graceMs, release, { keepsAlive: true })
    await gone
    cancel()
    await this.release(session.journal.lease)
  }
}
