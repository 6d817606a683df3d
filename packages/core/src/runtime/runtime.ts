/** The runtime: starts, finds, resumes, forks, replays and watches sessions over one store. */
import type { ChainHead, Verification } from '../audit/verify.ts'
import { type ArmFigures, figures } from '../catalog/arm-figures.ts'
import { Personas } from '../catalog/personas.ts'
import { Prompts } from '../catalog/prompts.ts'
import { Rollouts } from '../catalog/rollouts.ts'
import type { Settings } from '../catalog/settings.ts'
import type { Json } from '../json.ts'
import type { SessionEvent } from '../kernel/events.ts'
import { type Action, isEnding } from '../kernel/intervention.ts'
import type { Loop } from '../kernel/loop.ts'
import type { Message } from '../messages.ts'
import type { Grammar } from '../parsing/grammar.ts'
import type { Clock, Ids } from '../ports/clock.ts'
import type { Intervention, SessionFilter, SessionRow, Store } from '../ports/store.ts'
import { Archive, type StoredSession } from './archive.ts'
import { Casting } from './casting.ts'
import type { SessionEnd } from './conclusion.ts'
import { Creation } from './creation.ts'
import type { StartOptions, TaskInput } from './definition.ts'
import { targetsByName } from './deliver-names.ts'
import type { Delivery } from './delivery.ts'
import type { ForkOptions } from './fork.ts'
import { Mailbox, type SendOptions } from './mailbox.ts'
import { possibleTargets } from './owed-targets.ts'
import { Playback } from './playback.ts'
import { Preparation, type Wanted } from './preparation.ts'
import type { ReplayReport } from './replay.ts'
import { Resumption } from './resumption.ts'
import type { RetentionRule } from './retention.ts'
import { definitionOf } from './revive-session.ts'
import { memoryTermsOf, type RuntimeOptions, resultMemoryOf } from './runtime-options.ts'
import { Session } from './session-handle.ts'
import { everySession } from './session-pages.ts'
import { type SharedParts, sharedParts } from './shared-parts.ts'
import { systemClock, systemIds } from './system.ts'
import type { Idle } from './waiting.ts'
import { watch } from './watch.ts'

/** How long to wait for deliveries that are pending; not at all when left out. */
export type DeliveriesOptions = { readonly waitMs?: number }

/** The signal that ends the watching. */
export type EventsOptions = {
  /** Ends the watching, also while nothing happens. */
  readonly signal?: AbortSignal | undefined
}

/** How a runtime is closed. The store is closed with it unless it is to be kept. */
export type CloseOptions = { readonly graceMs?: number; readonly keepStore?: boolean }

/**
 * Starts, finds, resumes, forks, replays and watches sessions over one store. `open` of `gyre` makes one with all that
 * comes with it.
 */
export class Runtime {
  readonly store: Store
  readonly personas: Personas
  readonly prompts: Prompts
  readonly rollouts: Rollouts
  readonly settings: Settings
  readonly #options: RuntimeOptions
  readonly #owner: string
  readonly #clock: Clock
  readonly #shared: SharedParts
  readonly #isGuest: boolean
  readonly #archive: Archive
  readonly #mailbox: Mailbox
  readonly #preparation: Preparation
  readonly #creation: Creation
  readonly #resumption: Resumption
  readonly #playback: Playback

  constructor(options: RuntimeOptions, shared?: SharedParts) {
    const { store, owner = 'local', clock = systemClock, ids = systemIds } = options
    this.store = store
    this.#options = options
    this.#owner = owner
    this.#clock = clock
    this.#isGuest = shared !== undefined
    this.#shared = shared ?? sharedParts({ ...options, clock, ids, owner }, this)
    const { registry, ports, runner, settings } = this.#shared
    this.settings = settings
    this.#archive = new Archive(store, owner)
    this.#mailbox = new Mailbox({ interventions: store.interventions, redact: ports.redact, clock, ids, owner })
    const shelf = { catalog: store.catalog, owner, now: () => clock.now(), loops: registry.loops() }
    this.personas = new Personas({ ...shelf, checkModel: options.checkModel, given: options.personas ?? [] })
    this.prompts = new Prompts(shelf)
    this.rollouts = new Rollouts({ ...shelf, personas: this.personas })
    const { sessions, payloads } = store
    const [archive, preparation] = [this.#archive, this.#preparing({ owner, clock, ids })]
    this.#preparation = preparation
    const handle = <A>(id: string) => new Session<A>(this, id)
    this.#creation = new Creation({ sessions, owner, clock, ids, registry, runner, preparation, handle })
    this.#resumption = new Resumption({ store, clock, archive, runner, lift: (id) => this.send(id, 'resume') })
    this.#playback = new Playback({ archive, payloads, registry, ports })
  }

  #preparing(own: { readonly owner: string; readonly clock: Clock; readonly ids: Ids }): Preparation {
    const { store, deliveries = [], model, instructions } = this.#options
    const { registry, ports } = this.#shared
    return new Preparation({
      ...own,
      store,
      redact: ports.redact,
      registry,
      archive: this.#archive,
      casting: new Casting({ rollouts: this.rollouts, registry, sessions: store.sessions, owner: own.owner }),
      prompts: this.prompts,
      settings: this.settings,
      model,
      instructions,
      remembers: resultMemoryOf(this.#options),
      memoryTerms: memoryTermsOf(this.#options),
      deliveries: { targets: targetsByName(deliveries), hasMemory: ports.memory !== undefined },
    })
  }

  /**
   * The same runtime for another owner: it sees that owner's sessions, personas and prompts and no others. Sessions of all
   * run together; settings are those of this one. Close this one, not the others.
   */
  as(owner: string): Runtime {
    return owner === this.#owner ? this : new Runtime({ ...this.#options, owner }, this.#shared)
  }

  /** Starts a session. It runs in the background; hold it by the handle. */
  start<A = Json>(loop: Loop | string, task: TaskInput<A>, options: StartOptions = {}): Promise<Session<A>> {
    return this.#creation.begin({ loop, task, options })
  }

  /** Starts a session as a persona. What `options` say wins over what it says. */
  startAs<A = Json>(persona: string, task: TaskInput<A>, options: StartOptions = {}): Promise<Session<A>> {
    return this.#creation.begin({ persona, task, options })
  }

  /** Fails as starting or forking it would. Nothing is stored, and no model is asked. */
  async check(wanted: Wanted): Promise<void> {
    await this.#preparation.prepare(wanted)
  }

  /** Whose sessions it shows. */
  get owner(): string {
    return this.#owner
  }

  /** The loops it can start by name, switched off or not. */
  get loops(): readonly Loop[] {
    return this.#shared.registry.loops()
  }

  /** How the arms of a persona do: of its rollout, or its versions. */
  async armsOf(persona: string): Promise<readonly ArmFigures[]> {
    return figures(await this.listAll({ persona }))
  }

  /** A handle for a session in the store. */
  async session(id: string): Promise<Session> {
    await this.#archive.row(id)
    return new Session(this, id)
  }

  list(filter: SessionFilter = {}): Promise<readonly SessionRow[]> {
    return this.store.sessions.list({ ...filter, owner: this.#owner })
  }

  /** The same without an end of the page: every session that a filter lets through. */
  listAll(filter: Omit<SessionFilter, 'limit' | 'before'> = {}): Promise<readonly SessionRow[]> {
    return everySession(this.store, { ...filter, owner: this.#owner })
  }

  /** What a session is, folded from its journal, with the rows it was folded from. */
  read(id: string): Promise<StoredSession> {
    return this.#archive.read(id)
  }

  /**
   * Goes on with a session whose process died, or that is parked or paused. One that works here just goes on; one that is
   * paused and held by another process goes on there.
   */
  async resume(id: string): Promise<Session> {
    await this.#resumption.resume(id)
    return new Session(this, id)
  }

  /**
   * Fails with what a session that nobody runs lacks to go on here; one that another process runs is no matter of this
   * one's. Over a dispatcher of its own, others may have what is missing here.
   */
  checkResume(id: string): Promise<void> {
    return this.#resumption.check(id)
  }

  /** Goes on with every session nobody runs, and with what ended ones still owe. */
  recover(): Promise<readonly string[]> {
    // Nobody waits for a target; a store in trouble is asked again with the next recovery.
    void this.sendOwed().catch(() => {})
    return this.#shared.runner.recover()
  }

  /**
   * Sends what ended sessions still owe to targets that are known here. Each that is due has been tried once then;
   * answers with how all stand that were pending.
   */
  sendOwed(): Promise<readonly Delivery[]> {
    return this.#shared.outbox.recover()
  }

  /** How the deliveries of a session stand, one for each target; with `waitMs`, once none is pending, or after so long. */
  async deliveriesOf(id: string, { waitMs = 0 }: DeliveriesOptions = {}): Promise<readonly Delivery[]> {
    await this.#archive.row(id)
    const targets = possibleTargets(await definitionOf(this.store.journal, id))
    return waitMs > 0 ? this.#shared.outbox.settled(id, targets, waitMs) : this.#shared.outbox.deliveries(id, targets)
  }

  /** Queues an intervention. It works on a session in any process. */
  async send(id: string, action: Action, body: Json = {}, options: SendOptions = {}): Promise<Intervention> {
    const { waits } = await this.#archive.row(id)
    const sent = this.#mailbox.send(id, action, body, options)
    // Nobody waits for its time only to see it end.
    if (isEnding(action) && waits.notBefore !== null) await sent.then(() => this.#shared.runner.hasten(id))
    return sent
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
  wake(id: string): Promise<void> {
    return this.#shared.runner.wake(id)
  }

  async outcomeOf(id: string): Promise<SessionEnd> {
    await this.#refuseOthers(id)
    return this.#shared.runner.waiting.outcome(id)
  }

  async idleOf(id: string): Promise<Idle> {
    await this.#refuseOthers(id)
    return this.#shared.runner.waiting.idle(id)
  }

  /** A session of another owner is not there. */
  #refuseOthers(id: string): Promise<unknown> | undefined {
    return this.#shared.runner.live(id)?.owner === this.#owner ? undefined : this.#archive.row(id)
  }

  /** Facts after `from`, then what happens, until the session has ended. */
  async *events(id: string, from = 0, { signal }: EventsOptions = {}): AsyncGenerator<SessionEvent, void, undefined> {
    await this.#archive.row(id)
    yield* watch(id, from, {
      journal: this.store.journal,
      hub: () => this.#shared.runner.hub(id),
      change: () => this.#shared.runner.change(id, signal),
      hasEnded: async () => (await this.store.sessions.get(id))?.state === 'ended',
      isClosed: () => this.#shared.runner.isClosed,
      signal,
    })
  }

  /** A new session over the first steps of another. */
  async fork(id: string, options: ForkOptions): Promise<Session> {
    const forked = await this.#creation.fork({ fork: id, options })
    const { steer, by } = options
    if (steer) await this.send(forked, 'steer', { text: steer }, by === undefined ? {} : { by })
    return this.resume(forked)
  }

  /**
   * The messages a model was sent at a step. What was put into text for a model without tools is shown as
   * the loop holds it when this runtime lacks the tools, or the grammar is neither known nor given.
   */
  prompt(id: string, path: string, grammar?: Grammar): Promise<readonly Message[]> {
    return this.#playback.prompt(id, path, grammar)
  }

  /** Runs a session again from its journal, with no model and no tool, and says what differs. */
  replay(id: string): Promise<ReplayReport> {
    return this.#playback.replay(id)
  }

  /** The session as JSON lines that `replayCassette` runs again with no store. */
  cassette(id: string): AsyncGenerator<string, void, undefined> {
    return this.#playback.cassette(id)
  }

  /** Whether the journal of a session is what was written; `expected` is a head that was noted down earlier. */
  verify(id: string, expected?: ChainHead): Promise<Verification> {
    return this.#archive.verify(id, expected)
  }

  /** The journal as JSON lines: one fact a line, with its link of the audit chain. */
  export(id: string): AsyncGenerator<string, void, undefined> {
    return this.#archive.export(id)
  }

  /** Ended sessions a rule lets go of: what `prune` would remove. */
  expired(rule: RetentionRule): Promise<readonly string[]> {
    return this.#archive.expired(rule, this.#clock.now())
  }

  /** Removes ended sessions a rule lets go of. */
  prune(rule: RetentionRule): Promise<readonly string[]> {
    return this.#archive.prune(rule, this.#clock.now(), (id, deliver) => this.#shared.outbox.forget(id, deliver))
  }

  /** Hands running sessions back and closes the store unless it is to be kept. Steps in flight may end within `graceMs`. */
  async close({ graceMs = 5000, keepStore = false }: CloseOptions = {}): Promise<void> {
    // One that was made of another is closed with it.
    if (this.#isGuest) return
    const isFirst = await this.#shared.runner.close(graceMs)
    await this.#shared.outbox.close(graceMs)
    if (isFirst && !keepStore) await this.store.close()
  }
}
