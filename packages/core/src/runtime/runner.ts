/** Running sessions in this process: new ones, those taken over, and those a dispatcher hands out. */
import { GyreError } from '../errors.ts'
import type { EventHub } from '../kernel/event-hub.ts'
import type { LiveSession } from '../kernel/live-session.ts'
import { loadLoops } from '../kernel/loop-config.ts'
import { usageOf } from '../kernel/session-view.ts'
import type { Clock } from '../ports/clock.ts'
import type { Dispatcher, Offer, Stay } from '../ports/dispatcher.ts'
import type { Lease, LeaseTerms, SessionLimits, SessionRow, Store } from '../ports/store.ts'
import { toolsToFind } from '../tools/client-tool.ts'
import type { Archive } from './archive.ts'
import type { SessionEnd } from './conclusion.ts'
import type { Outbox } from './outbox.ts'
import type { Registry, SessionEquipment } from './registry.ts'
import { Relays } from './relays.ts'
import { definitionOf, readSession } from './revive-session.ts'
import type { RunNews, RuntimeOptions, SharedPorts } from './runtime-options.ts'
import { Waiters } from './waiters.ts'
import { Waiting } from './waiting.ts'
import { type Job, Worker } from './worker.ts'

export type RunnerOptions = {
  readonly store: Store
  readonly clock: Clock
  readonly archive: Archive
  readonly registry: Registry
  readonly dispatcher: Dispatcher
  readonly ports: SharedPorts
  readonly owner: string
  readonly outbox: Outbox
  readonly lingerMs: number
  readonly isRecovering: boolean
  readonly limits: SessionLimits | undefined
  readonly onRun: (run: RunNews) => void
  readonly onRest: RuntimeOptions['onRest']
}

const recoverBatch = 100

export class Runner {
  readonly #options: RunnerOptions
  readonly #worker: Worker
  readonly #changes = new Waiters<void>()
  /** Sessions that were parked here and did not go on here since. */
  readonly #parked = new Set<string>()
  /** Who waits for a session to end or to need somebody. */
  readonly waiting: Waiting
  readonly #relays: Relays
  readonly #stopWorking: () => Promise<void>
  readonly #stopListening: () => void
  /** Mistakes of who is told are not the session's. */
  #restsTold: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(options: RunnerOptions) {
    const { store, clock, lingerMs, ports, isRecovering, dispatcher, registry } = options
    this.#options = options
    this.#worker = new Worker({
      store,
      clock,
      lingerMs,
      ports,
      onLive: (id) => this.#relays.begun(id),
      onIdle: (id, status) => this.waiting.becameIdle(id, status),
      onRest: (session, hasEnded) => this.#rests(session, hasEnded),
      beforeEnd: (id, deliver) => options.outbox.owe(id, deliver),
    })
    this.#relays = new Relays({ relay: store.relay, live: (id) => this.live(id) })
    this.waiting = new Waiting({
      ...options,
      live: (id) => this.live(id),
      wakeParked: (id) => this.#wakeParked(id),
      attend: (id) => this.#relays.attend(id),
      // Others go on with what nobody runs.
      isRecovering: isRecovering || dispatcher.isShared,
    })
    this.#stopWorking = dispatcher.work({
      loops: () => registry.loops().map(({ name, version }) => `${name}@${version}`),
      run: (id) => this.#work(id),
      setAside: (id, deaths) => this.#setAside(id, deaths),
    })
    // What a store in trouble does not tell now is looked at with the next change.
    this.#stopListening = store.onChange((id) => void this.#changed(id).catch(() => {}))
    // One that is shared looks for what nobody runs by itself.
    if (isRecovering && !dispatcher.isShared) void this.#recoverForEver()
  }

  /** Whether others may run what is begun here. */
  get isShared(): boolean {
    return this.#options.dispatcher.isShared
  }

  /** The hub of a session, wherever it is run; undefined when nothing is heard from there. */
  hub(id: string): EventHub | undefined {
    return this.live(id)?.hub ?? this.#relays.hub(id)
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  live(id: string): LiveSession | undefined {
    return this.#worker.live(id)
  }

  terms(): LeaseTerms {
    return this.#worker.terms()
  }

  /** Resolves with the next change of a session; fails when nobody waits for it any more. */
  change(id: string, signal?: AbortSignal): Promise<void> {
    return this.#changes.wait(id, signal)
  }

  /** Looks for what people sent to a session that is here. */
  notice(live: LiveSession): Promise<void> {
    return this.#worker.notice(live)
  }

  /** Runs a session under its lease, in the background; resolves when it is no longer run here. */
  run(job: Job): Promise<void> {
    const id = job.lease.session
    this.#parked.delete(id)
    this.#changes.resolve(id, undefined)
    const running = this.#worker.run(job)
    told(() => this.#options.onRun({ session: id, owner: job.owner, after: job.recorded.view.seq }))
    return running.then(
      (stop) => {
        this.#changes.resolve(id, undefined)
        if (stop.kind === 'ended') this.#ended(id, stop.end)
        else if (stop.kind === 'suspended') this.#suspended(id)
        else if (stop.kind === 'refused') this.waiting.failed(id, stop.error)
        else if (stop.kind === 'lost') this.#lost(id, stop.error)
      },
      (error) => this.#lost(id, error),
    )
  }

  /** It can go no further here: where others go on with it, whoever waits for it waits for them. */
  #lost(id: string, error: unknown): void {
    if (this.isShared && !this.isClosed) void this.waiting.goesOnElsewhere(id)
    else this.waiting.failed(id, error)
  }

  #ended(id: string, end: SessionEnd): void {
    this.#options.registry.forget(id)
    this.waiting.ended(id, end)
    this.#options.outbox.ended(end)
  }

  #rests({ id, definition, budget, activity }: LiveSession, hasEnded: boolean): void {
    const { onRest } = this.#options
    if (!onRest) return
    const usage = usageOf(budget.account.used, budget.isCostKnown, activity.activeMs())
    const rest = { session: id, by: definition.by ?? null, usage, hasEnded }
    this.#restsTold = this.#restsTold.then(() => onRest(rest)).catch(() => {})
  }

  /** Takes a session over and gathers what it needs. Undefined when another process holds it. */
  async takeOver(id: string, limits?: SessionLimits): Promise<Job | undefined> {
    const { store } = this.#options
    // A worker runs the sessions of every owner.
    const owner = (await store.sessions.get(id))?.owner ?? this.#options.owner
    // Before the lease is taken: what is missing here may be there elsewhere.
    const equipment = await this.#equip(id)
    const terms = { ...this.terms(), ...(limits && { limits }) }
    const lease = await store.sessions.acquire(id, terms)
    if (!lease) return undefined
    this.#worker.hold(lease, terms)
    try {
      const recorded = await readSession(store.journal, id)
      // Another one took it while its journal was read.
      if (!this.#worker.holds(lease)) return undefined
      return { lease, owner, recorded, equipment, tools: equipment.tools, isNew: false }
    } catch (error) {
      // A store that does not answer now may do so for others; a journal that is damaged is so for all.
      if (isDamage(error)) await this.#worker.leave(lease, error)
      else await this.letGo(lease)
      throw error
    }
  }

  /** Fails with what is missing here for a session that nobody runs. */
  async checkTakeOver(id: string): Promise<void> {
    if (this.live(id) || (await this.isRunElsewhere(id))) return
    await this.#equip(id)
  }

  /** Whether another process works on it, or holds it. */
  async isRunElsewhere(id: string): Promise<boolean> {
    const { sessions } = this.#options.store
    if ((await sessions.get(id))?.state !== 'running') return false
    return !(await sessions.abandoned(this.#options.clock.now(), 1, [id])).includes(id)
  }

  /** What a session needs to go on here. */
  async #equip(id: string): Promise<SessionEquipment> {
    const { store, registry } = this.#options
    const definition = await definitionOf(store.journal, id)
    await registry.lookForMissing(toolsToFind(definition))
    // Others may have the tools that are not here.
    if (this.isShared) registry.refuseMissingTools(id, definition)
    const equipment = registry.equipment(id, definition)
    await loadLoops(equipment.loop, definition.config, registry.loops())
    return equipment
  }

  /** It was taken over and cannot be run after all: others may go on at once. */
  letGo(lease: Lease): Promise<void> {
    return this.#worker.release(lease)
  }

  /** Has a session wait for no time any more: one that was taken once, and handed back, is one whose time has come. */
  async hasten(id: string): Promise<void> {
    const lease = await this.#options.store.sessions.acquire(id, this.terms())
    if (lease) await this.letGo(lease)
  }

  /** Has a session run that an intervention woke: here, or by whoever the dispatcher chooses. */
  wake(id: string): Promise<void> {
    const woken = this.#wake(id)
    // Others find it without us: what was sent is sent, and does not fail because nobody could be told at once.
    return this.isShared ? woken.catch(() => {}) : woken
  }

  async #wake(id: string): Promise<void> {
    if (this.live(id)) return
    const row = await this.#options.store.sessions.get(id)
    // Others went on with it.
    if (row?.state !== 'queued' && row?.state !== 'parked') this.#parked.delete(id)
    if (row?.state === 'queued') await this.offer(id, offerOf(row))
  }

  offer(id: string, waits?: Offer): Promise<void> {
    return this.#options.dispatcher.offer(id, waits)
  }

  /** Goes on with every session nobody runs. */
  async recover(): Promise<readonly string[]> {
    const { store, clock, dispatcher } = this.#options
    if (this.isClosed) return []
    const ids = await store.sessions.abandoned(clock.now(), recoverBatch)
    this.waiting.offered(ids)
    for (const id of ids) {
      const row = await store.sessions.get(id)
      if (row) await dispatcher.offer(id, offerOf(row))
    }
    return ids
  }

  /** Again and again: a store in trouble now may be well the next time. */
  async #recoverForEver(): Promise<void> {
    const { store, clock } = this.#options
    await this.recover().catch(() => {})
    if (!this.isClosed) clock.after(store.leaseMs / 3, () => void this.#recoverForEver())
  }

  /** A session that was offered to this process. */
  async #work(id: string): Promise<Stay | undefined> {
    if (this.isClosed || this.live(id)) return undefined
    try {
      const job = await this.takeOver(id, this.#options.limits)
      return job && { over: this.run(job) }
    } catch (error) {
      // What is missing here may be there elsewhere.
      if (!this.isShared) this.waiting.failed(id, error)
      throw error
    }
  }

  async #setAside(id: string, deaths: number): Promise<void> {
    const lease = await this.#options.store.sessions.acquire(id, this.terms())
    if (!lease) return
    const why = new GyreError('worker-lost', `Its worker died ${deaths} times at the same place.`, { id, deaths })
    if (!(await this.#worker.setAside(lease, why))) await this.letGo(lease)
  }

  /** An intervention may have come while the session was being parked. */
  #suspended(id: string): void {
    // Others go on with it, wherever that is: it may never be seen here again.
    if (this.isShared) return
    this.#parked.add(id)
    const isWanted = this.waiting.isAwaited(id) || this.#options.isRecovering
    // A store in trouble is asked again with the next change.
    if (isWanted) void this.#wakeParked(id).catch(() => {})
  }

  /** Whoever waits here for a session that was parked here sees it go on here, wherever it was answered. */
  async #wakeParked(id: string): Promise<void> {
    if (this.#parked.has(id)) await this.wake(id)
  }

  /** Something came from elsewhere: to a session that is named, or to any. */
  async #changed(id: string | undefined): Promise<void> {
    if (this.isClosed) return
    if (id === undefined) {
      this.#changes.resolveAll(undefined)
      await this.#worker.noticeAll()
      return this.waiting.changedElsewhere()
    }
    this.#changes.resolve(id, undefined)
    const live = this.live(id)
    if (live) await this.notice(live)
    else await this.waiting.changedElsewhere([id])
  }

  /** Hands running sessions back. False when that was done before. */
  async close(graceMs: number): Promise<boolean> {
    if (this.#isClosed) return false
    this.#isClosed = true
    await this.#stopWorking()
    this.#stopListening()
    const handedBack = await this.#worker.stop(graceMs)
    if (this.isShared) await Promise.allSettled(handedBack.map((id) => this.wake(id)))
    this.#relays.close()
    await this.#restsTold
    this.waiting.close()
    this.#changes.resolveAll(undefined)
    return true
  }
}

function isDamage(error: unknown): boolean {
  return error instanceof GyreError && error.code === 'store-corrupt'
}

function offerOf({ waits, token }: SessionRow): Offer {
  return { ...waits, hasBegun: token > 0 }
}

/** Tells whoever looks on. Their mistakes are not the session's. */
function told(tell: () => void): void {
  try {
    tell()
  } catch {
    // Nobody else may suffer from it.
  }
}
