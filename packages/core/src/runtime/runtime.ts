/** The runtime: starts, finds, resumes, forks, replays and watches sessions over one store. */
import { redactor } from '../audit/redaction.ts'
import type { ChainHead, Verification } from '../audit/verify.ts'
import { GyreError } from '../errors.ts'
import type { Json, JsonObject } from '../json.ts'
import type { SessionEvent } from '../kernel/events.ts'
import type { Action } from '../kernel/intervention.ts'
import { refuseUnpricedLimit } from '../kernel/limits.ts'
import type { SessionPorts } from '../kernel/live-session.ts'
import type { Loop } from '../kernel/loop.ts'
import { type SessionDefinition, SessionView } from '../kernel/session-view.ts'
import type { Clock, Ids } from '../ports/clock.ts'
import type { Dispatcher } from '../ports/dispatcher.ts'
import type { Fact } from '../ports/facts.ts'
import type { Embedder, Memory } from '../ports/memory.ts'
import type { Model } from '../ports/model.ts'
import type { Intervention, SessionFilter, SessionRow, Store } from '../ports/store.ts'
import type { ToolRunner } from '../ports/tool-runner.ts'
import { plainToolRunner } from '../tools/plain-runner.ts'
import type { Tool } from '../tools/tool.ts'
import { Archive, type StoredSession } from './archive.ts'
import { forkDefinition, modelsOf, prepare, type StartOptions, type TaskInput } from './definition.ts'
import { cutAt, type ForkOptions, inheritedFacts } from './fork.ts'
import { inProcessDispatcher } from './in-process-dispatcher.ts'
import { Mailbox, type SendOptions } from './mailbox.ts'
import { Registry } from './registry.ts'
import { type ReplayReport, replayOffline } from './replay.ts'
import type { RetentionRule } from './retention.ts'
import { definitionOf, readSession } from './revive-session.ts'
import { Session } from './session-handle.ts'
import { systemClock, systemIds } from './system.ts'
import { Waiters } from './waiters.ts'
import { watch } from './watch.ts'
import { type SessionEnd, Worker } from './worker.ts'

export type RuntimeOptions = {
  readonly store: Store
  readonly loops?: readonly Loop[]
  readonly tools?: readonly Tool[]
  /** Models a session found in the store may name. */
  readonly models?: readonly Model[] | ((id: string) => Model | undefined)
  readonly toolRunner?: ToolRunner
  readonly embedder?: Embedder
  readonly memory?: Memory
  readonly dispatcher?: Dispatcher
  /** Texts that must appear in no trace. */
  readonly secrets?: readonly string[]
  readonly owner?: string
  /** Go on with sessions whose process died, now and later. */
  readonly recover?: boolean
  /** How long an idle session stays in memory; 30 s when left out. */
  readonly lingerMs?: number
  readonly clock?: Clock
  readonly ids?: Ids
  readonly random?: () => number
}

export type CloseOptions = { readonly graceMs?: number; readonly keepStore?: boolean }

const defaultLingerMs = 30_000
const recoverBatch = 100

export class Runtime {
  readonly store: Store
  readonly #owner: string
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #ports: Omit<SessionPorts, 'store' | 'tools'>
  readonly #registry: Registry
  readonly #archive: Archive
  readonly #mailbox: Mailbox
  readonly #worker: Worker
  readonly #dispatcher: Dispatcher
  readonly #outcomes = new Waiters<SessionEnd>()
  readonly #idles = new Waiters<'ended' | 'paused' | 'waiting'>()
  readonly #changes = new Waiters<void>()
  readonly #stopWorking: () => void
  readonly #stopListening: () => void
  readonly #isRecovering: boolean
  #isClosed = false

  constructor(options: RuntimeOptions) {
    const { store, owner = 'local', clock = systemClock, ids = systemIds, recover = false, models = [] } = options
    this.store = store
    this.#owner = owner
    this.#clock = clock
    this.#ids = ids
    this.#isRecovering = recover
    this.#ports = portsOf(options, clock)
    this.#archive = new Archive(store, owner)
    this.#mailbox = new Mailbox({ interventions: store.interventions, redact: this.#ports.redact, clock, ids, owner })
    this.#registry = new Registry(typeof models === 'function' ? models : undefined)
    this.#registry.add({ loops: options.loops ?? [], tools: options.tools ?? [] })
    if (typeof models !== 'function') this.#registry.add({ models })
    this.#worker = new Worker({
      store,
      clock,
      lingerMs: options.lingerMs ?? defaultLingerMs,
      ports: this.#ports,
      onIdle: (id, status) => this.#idles.resolve(id, status),
    })
    this.#dispatcher = options.dispatcher ?? inProcessDispatcher()
    this.#stopWorking = this.#dispatcher.work((id) => this.#work(id))
    // What a store in trouble does not tell now is looked at with the next change.
    this.#stopListening = store.onChange((id) => void this.#changed(id).catch(() => {}))
    if (recover) void this.#recoverForEver()
  }

  /** Starts a session. It runs in the background; hold it by the handle. */
  async start(loop: Loop | string, task: TaskInput, options: StartOptions = {}): Promise<Session> {
    if (typeof loop !== 'string') this.#registry.add({ loops: [loop] })
    const known = typeof loop === 'string' ? this.#registry.loop(loop) : loop
    const context = { redact: this.#ports.redact, thread: this.#ids.next('thr') }
    const { definition, models, tools } = prepare(known, task, options, context)
    this.#registry.add({ tools, models: Object.values(models) })
    const data = definition as unknown as JsonObject
    const created = { seq: 1, at: this.#clock.now(), type: 'session.created', data } as const
    const view = new SessionView()
    view.apply(created)
    const id = this.#ids.next('ses')
    const lease = await this.#create(id, definition, [created], true)
    if (lease) {
      this.#running(
        id,
        this.#worker.run({
          lease,
          owner: this.#owner,
          recorded: { view, rows: [] },
          equipment: { loop: known, models },
          tools,
          isNew: true,
        }),
      )
    }
    return new Session(this, id)
  }

  #create(id: string, definition: SessionDefinition, facts: readonly Fact[], run: boolean) {
    const { loop, task, thread } = definition
    const title = task.goal.length > 200 ? `${task.goal.slice(0, 199)}…` : task.goal
    const mirror = { loop, title, thread, status: run ? 'running' : 'queued', createdAt: this.#clock.now() }
    return this.store.sessions.create({ id, owner: this.#owner, mirror, facts }, run ? this.#worker.terms() : undefined)
  }

  /** A handle for a session in the store. */
  async session(id: string): Promise<Session> {
    await this.#archive.row(id)
    return new Session(this, id)
  }

  list(filter: SessionFilter = {}): Promise<readonly SessionRow[]> {
    return this.store.sessions.list({ ...filter, owner: this.#owner })
  }

  /** What a session is, folded from its journal, with the rows it was folded from. */
  read(id: string): Promise<StoredSession> {
    return this.#archive.read(id)
  }

  /** Goes on with a session whose process died, or that is parked. A paused one goes on too. */
  async resume(id: string): Promise<Session> {
    const row = await this.#archive.row(id)
    if (row.state === 'ended') throw new GyreError('session-ended', `Session \`${id}\` has ended.`, { id })
    if (this.#worker.live(id)) {
      await this.send(id, 'resume', {}, {})
      return new Session(this, id)
    }
    const job = await this.#acquire(id)
    if (!job) throw new GyreError('session-busy', `Another process runs session \`${id}\`.`, { id, worker: row.worker })
    if (job.recorded.view.isPaused) await this.send(id, 'resume', {}, {})
    this.#running(id, this.#worker.run(job))
    return new Session(this, id)
  }

  /** Takes a session over and gathers what it needs. */
  async #acquire(id: string) {
    // A worker runs the sessions of every owner.
    const owner = (await this.store.sessions.get(id))?.owner ?? this.#owner
    const definition = await definitionOf(this.store.journal, id)
    // Before the lease is taken: what is missing here may be there elsewhere.
    const equipment = this.#equipmentOf(definition)
    const lease = await this.store.sessions.acquire(id, this.#worker.terms())
    if (!lease) return undefined
    const recorded = await readSession(this.store.journal, id)
    return { lease, owner, recorded, equipment, tools: equipment.tools, isNew: false }
  }

  #equipmentOf({ loop, models, tools }: SessionDefinition) {
    const registry = this.#registry
    return {
      loop: registry.loop(loop),
      models: registry.models(models),
      tools: tools.map((name) => registry.tool(name)),
    }
  }

  /** Goes on with every session nobody runs. */
  async recover(): Promise<readonly string[]> {
    if (this.#isClosed) return []
    const ids = await this.store.sessions.abandoned(this.#clock.now(), recoverBatch)
    for (const id of ids) await this.#dispatcher.offer(id)
    return ids
  }

  /** Again and again: a store in trouble now may be well the next time. */
  async #recoverForEver(): Promise<void> {
    await this.recover().catch(() => {})
    if (!this.#isClosed) this.#clock.after(this.store.leaseMs / 3, () => void this.#recoverForEver())
  }

  /** A session that was offered to this process. */
  async #work(id: string): Promise<void> {
    if (this.#isClosed || this.#worker.live(id)) return
    try {
      const job = await this.#acquire(id)
      if (job) this.#running(id, this.#worker.run(job))
    } catch (error) {
      this.#failed(id, error)
    }
  }

  #running(id: string, run: ReturnType<Worker['run']>): void {
    this.#changes.resolve(id, undefined)
    run.then(
      (stop) => {
        this.#changes.resolve(id, undefined)
        if (stop.kind === 'ended') {
          this.#outcomes.resolve(id, stop.end)
          this.#idles.resolve(id, 'ended')
        } else if (stop.kind === 'suspended') void this.#wakeIfQueued(id)
        else if (stop.kind !== 'released') this.#failed(id, stop.error)
      },
      (error) => this.#failed(id, error),
    )
  }

  #failed(id: string, error: unknown): void {
    this.#outcomes.reject(id, error)
    this.#idles.reject(id, error)
  }

  /** An intervention may have come while the session was being parked. */
  async #wakeIfQueued(id: string): Promise<void> {
    const row = await this.store.sessions.get(id).catch(() => undefined)
    if (row?.state === 'queued' && (this.#outcomes.has(id) || this.#isRecovering)) await this.#dispatcher.offer(id)
  }

  async #changed(id: string | undefined): Promise<void> {
    if (this.#isClosed) return
    if (id === undefined) return this.#changedElsewhere()
    this.#changes.resolve(id, undefined)
    const live = this.#worker.live(id)
    if (live) await this.#worker.notice(live)
  }

  /** Another process wrote something: to one of our sessions, or to one somebody here waits for. */
  async #changedElsewhere(): Promise<void> {
    this.#changes.resolveAll(undefined)
    await this.#worker.noticeAll()
    const isElsewhere = (id: string) => !this.#worker.live(id)
    for (const id of this.#outcomes.ids().filter(isElsewhere)) await this.#resolveOutcome(id)
    for (const id of this.#idles.ids().filter(isElsewhere)) await this.#resolveIdle(id)
  }

  /** Queues an intervention. It works on a session in any process. */
  async send(id: string, action: Action, body: Json, options: SendOptions): Promise<Intervention> {
    await this.#archive.row(id)
    return this.#mailbox.send(id, action, body, options)
  }

  /** Changes what a queued intervention says. */
  async edit(id: string, intervention: string, body: Json): Promise<void> {
    await this.#archive.row(id)
    return this.#mailbox.edit(id, intervention, body)
  }

  /** Takes a queued intervention back. */
  async withdraw(id: string, intervention: string): Promise<void> {
    await this.#archive.row(id)
    return this.#mailbox.withdraw(id, intervention)
  }

  /** Runs a session here if an intervention woke it. */
  async wake(id: string): Promise<void> {
    if (this.#worker.live(id)) return
    const row = await this.store.sessions.get(id)
    if (row?.state === 'queued') await this.#dispatcher.offer(id)
  }

  async outcomeOf(id: string): Promise<SessionEnd> {
    const waiting = this.#outcomes.wait(id)
    if (!this.#worker.live(id)) await this.#resolveOutcome(id)
    return waiting
  }

  /** A session that runs elsewhere, or nowhere, may have ended. */
  async #resolveOutcome(id: string): Promise<void> {
    try {
      const end = await this.#archive.end(id)
      if (end) this.#outcomes.resolve(id, end)
    } catch (error) {
      this.#outcomes.reject(id, error)
    }
  }

  async idleOf(id: string): Promise<'ended' | 'paused' | 'waiting'> {
    const waiting = this.#idles.wait(id)
    const live = this.#worker.live(id)
    if (live?.activity.isIdle) this.#idles.resolve(id, live.status === 'paused' ? 'paused' : 'waiting')
    if (!live) await this.#resolveIdle(id)
    return waiting
  }

  async #resolveIdle(id: string): Promise<SessionRow> {
    const row = await this.#archive.row(id)
    if (row.state === 'ended') this.#idles.resolve(id, 'ended')
    if (row.state === 'parked') this.#idles.resolve(id, row.mirror.status === 'paused' ? 'paused' : 'waiting')
    return row
  }

  /** Facts after `from`, then what happens, until the session has ended. */
  async *events(id: string, from = 0): AsyncGenerator<SessionEvent, void, undefined> {
    await this.#archive.row(id)
    yield* watch(id, from, {
      journal: this.store.journal,
      hub: () => this.#worker.live(id)?.hub,
      change: () => this.#changes.wait(id),
    })
  }

  async fork(id: string, options: ForkOptions): Promise<Session> {
    const { rows } = await this.read(id)
    const source = await definitionOf(this.store.journal, id)
    const loop = this.#registry.loop(source.loop)
    const cut = cutAt(rows, options.at)
    const models =
      options.model || options.models
        ? modelsOf({ model: this.#registry.model(source.models.author), ...options })
        : undefined
    if (models) this.#registry.add({ models: Object.values(models) })
    const origin = { session: id, at: cut, allowOnce: options.allowOnce ?? false }
    const definition = forkDefinition({ ...source, fork: origin }, loop, options, {
      models,
      redact: this.#ports.redact,
    })
    // What is missing is found before anything is stored.
    refuseUnpricedLimit(definition.budget, Object.values(this.#equipmentOf(definition).models))
    const facts = await inheritedFacts(rows, cut, definition, {
      payload: (address) => this.store.payloads.get(address),
      now: this.#clock.now(),
    })
    const forked = this.#ids.next('ses')
    await this.#create(forked, definition, facts, false)
    if (options.steer) await this.send(forked, 'steer', { text: options.steer }, {})
    return this.resume(forked)
  }

  /** Runs a session again from its journal, with no model and no tool, and says what differs. */
  async replay(id: string): Promise<ReplayReport> {
    const recorded = await this.read(id)
    return replayOffline(id, recorded, this.#equipmentOf(await definitionOf(this.store.journal, id)), this.#ports)
  }

  /** Whether the journal of a session is what was written; `expected` is a head that was noted down earlier. */
  verify(id: string, expected?: ChainHead): Promise<Verification> {
    return this.#archive.verify(id, expected)
  }

  /** The journal as JSON lines: one fact a line, with its link of the audit chain. */
  export(id: string): AsyncGenerator<string, void, undefined> {
    return this.#archive.export(id)
  }

  /** Removes ended sessions a rule lets go of. */
  prune(rule: RetentionRule): Promise<readonly string[]> {
    return this.#archive.prune(rule, this.#clock.now())
  }

  /** Hands running sessions back and closes the store unless it is to be kept. Steps in flight may end within `graceMs`. */
  async close({ graceMs = 5000, keepStore = false }: CloseOptions = {}): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#stopWorking()
    this.#stopListening()
    await this.#worker.stop(graceMs)
    if (!keepStore) await this.store.close()
  }
}

/** Knows the shapes of keys alone; one serves all who have no secrets of their own. */
const keyRedactor = redactor([])

function portsOf(options: RuntimeOptions, clock: Clock): Omit<SessionPorts, 'store' | 'tools'> {
  const { toolRunner = plainToolRunner(clock), embedder, memory, random = Math.random, secrets = [] } = options
  return { toolRunner, embedder, memory, clock, random, redact: secrets.length > 0 ? redactor(secrets) : keyRedactor }
}
