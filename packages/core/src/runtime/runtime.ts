/** The runtime: starts, finds, resumes, forks, replays and watches sessions over one store. */
import type { ChainHead, Verification } from '../audit/verify.ts'
import { type ArmFigures, figures } from '../catalog/arm-figures.ts'
import { Personas } from '../catalog/personas.ts'
import { Prompts } from '../catalog/prompts.ts'
import { Rollouts } from '../catalog/rollouts.ts'
import { Settings } from '../catalog/settings.ts'
import { GyreError } from '../errors.ts'
import type { Json } from '../json.ts'
import type { SessionEvent } from '../kernel/events.ts'
import { type Action, isEnding } from '../kernel/intervention.ts'
import type { Loop } from '../kernel/loop.ts'
import { type SessionDefinition, SessionView } from '../kernel/session-view.ts'
import type { Message } from '../messages.ts'
import type { Grammar } from '../parsing/grammar.ts'
import { reactGrammar } from '../parsing/react-grammar.ts'
import type { Clock, Ids } from '../ports/clock.ts'
import type { Fact } from '../ports/facts.ts'
import type { DispatchTerms, Intervention, SessionFilter, SessionRow, Store } from '../ports/store.ts'
import { Archive, type StoredSession } from './archive.ts'
import { cassetteLines } from './cassette.ts'
import { Casting } from './casting.ts'
import type { SessionEnd } from './conclusion.ts'
import type { StartOptions, TaskInput } from './definition.ts'
import { targetsByName } from './deliver-names.ts'
import type { Delivery } from './delivery.ts'
import { bringsModels, providerOf, soon, waitsOf } from './dispatch-terms.ts'
import type { ForkOptions } from './fork.ts'
import { inProcessDispatcher } from './in-process-dispatcher.ts'
import { Mailbox, type SendOptions } from './mailbox.ts'
import { Outbox } from './outbox.ts'
import { outboxTargets, possibleTargets } from './owed-targets.ts'
import { Preparation, type Wanted } from './preparation.ts'
import { promptAt, spokenAt } from './prompt-text.ts'
import { Registry, type SessionEquipment } from './registry.ts'
import { type ReplayReport, replayOffline } from './replay.ts'
import type { RetentionRule } from './retention.ts'
import { definitionIn, definitionOf, type Recorded } from './revive-session.ts'
import { Runner } from './runner.ts'
import { memoryTermsOf, portsOf, type RuntimeOptions, resultMemoryOf, type SharedPorts } from './runtime-options.ts'
import { Session } from './session-handle.ts'
import { everySession } from './session-pages.ts'
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

/** What the runtimes of all owners over one store have in common. */
type Common = {
  readonly registry: Registry
  readonly ports: SharedPorts
  readonly outbox: Outbox
  readonly runner: Runner
  /** Settings are those of the place, whoever asks. */
  readonly settings: Settings
}

/** How a runtime is closed. The store is closed with it unless it is to be kept. */
export type CloseOptions = { readonly graceMs?: number; readonly keepStore?: boolean }

/** How long an idle session stays in memory: where it has a place that others wait for, not long. */
const lingerMs = { alone: 30_000, shared: 1000 } as const

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
  readonly #owner: string
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #ports: SharedPorts
  readonly #registry: Registry
  readonly #preparation: Preparation
  readonly #archive: Archive
  readonly #mailbox: Mailbox
  readonly #runner: Runner
  readonly #outbox: Outbox

  readonly #options: RuntimeOptions
  readonly #common: Common
  readonly #isGuest: boolean

  constructor(options: RuntimeOptions, common?: Common) {
    const { store, owner = 'local', clock = systemClock, ids = systemIds } = options
    this.store = store
    this.#options = options
    this.#owner = owner
    this.#clock = clock
    this.#ids = ids
    this.#isGuest = common !== undefined
    this.#common = common ?? this.#furnish({ ...options, clock, ids, owner })
    const { registry, ports, outbox, runner, settings } = this.#common
    this.#ports = ports
    this.#registry = registry
    this.#outbox = outbox
    this.#runner = runner
    this.settings = settings
    this.#archive = new Archive(store, owner)
    this.#mailbox = new Mailbox({ interventions: store.interventions, redact: ports.redact, clock, ids, owner })
    const shelf = { catalog: store.catalog, owner, now: () => clock.now(), loops: registry.loops() }
    this.personas = new Personas({ ...shelf, checkModel: options.checkModel, given: options.personas ?? [] })
    this.prompts = new Prompts(shelf)
    this.rollouts = new Rollouts({ ...shelf, personas: this.personas })
    this.#preparation = this.#preparing()
  }

  /** What is made once for all owners. */
  #furnish(options: RuntimeOptions & Required<Pick<RuntimeOptions, 'clock' | 'ids' | 'owner'>>): Common {
    const { store, clock, owner, models = [], checkModel } = options
    const ports = portsOf(options, { clock, ids: options.ids, loops: () => registry.loops() })
    const registry = new Registry({
      findModel: typeof models === 'function' ? models : undefined,
      adaptModel: options.adaptModel,
      findTools: options.toolSource,
      isToolAway: options.isToolAway,
      isPersona: (name) => this.personas.isGiven(name),
    })
    registry.add({ loops: options.loops ?? [], tools: options.tools ?? [] })
    registry.know(options.knownTools ?? [])
    if (typeof models !== 'function') registry.add({ models })
    const loops = registry.loops().map(({ name }) => name)
    const shelf = { catalog: store.catalog, owner, now: () => clock.now() }
    const settings = new Settings({ ...shelf, loops, checkModel, given: options.settings ?? {} })
    const isRecovering = options.recover ?? false
    const outward = outboxTargets(targetsByName(options.deliveries ?? []), ports.memory, ports.redact)
    const outbox = new Outbox({ store, clock, redact: ports.redact, targets: outward, isRecovering })
    const dispatcher = options.dispatcher ?? inProcessDispatcher({ clock })
    const runner = new Runner({
      store,
      clock,
      owner,
      // A worker runs the sessions of every owner.
      archive: new Archive(store),
      registry,
      dispatcher,
      ports,
      lingerMs: options.lingerMs ?? (dispatcher.isShared ? lingerMs.shared : lingerMs.alone),
      outbox,
      isRecovering,
      limits: options.sessionLimits,
      onRun: (run) => options.onRun?.(run, this),
      onRest: options.onRest,
    })
    return { registry, ports, outbox, runner, settings }
  }

  #preparing(): Preparation {
    const { store, deliveries = [], model, instructions } = this.#options
    const [owner, registry] = [this.#owner, this.#registry]
    const { redact, memory } = this.#ports
    return new Preparation({
      store,
      owner,
      clock: this.#clock,
      ids: this.#ids,
      redact,
      registry,
      archive: this.#archive,
      casting: new Casting({ rollouts: this.rollouts, registry, sessions: store.sessions, owner }),
      prompts: this.prompts,
      settings: this.settings,
      model,
      instructions,
      remembers: resultMemoryOf(this.#options),
      memoryTerms: memoryTermsOf(this.#options),
      deliveries: { targets: targetsByName(deliveries), hasMemory: memory !== undefined },
    })
  }

  /**
   * The same runtime for another owner: it sees that owner's sessions, personas and prompts and no others. Sessions of all
   * run together; settings are those of this one. Close this one, not the others.
   */
  as(owner: string): Runtime {
    return owner === this.#owner ? this : new Runtime({ ...this.#options, owner }, this.#common)
  }

  /** Starts a session. It runs in the background; hold it by the handle. */
  start<A = Json>(loop: Loop | string, task: TaskInput<A>, options: StartOptions = {}): Promise<Session<A>> {
    return this.#begin({ loop, task, options })
  }

  /** Starts a session as a persona. What `options` say wins over what it says. */
  startAs<A = Json>(persona: string, task: TaskInput<A>, options: StartOptions = {}): Promise<Session<A>> {
    return this.#begin({ persona, task, options })
  }

  /** Fails as starting or forking it would. Nothing is stored, and no model is asked. */
  async check(wanted: Wanted): Promise<void> {
    await this.#preparation.prepare(wanted)
  }

  async #begin<A>(wanted: Wanted): Promise<Session<A>> {
    const { definition, equipment, facts } = await this.#preparation.prepare(wanted)
    const id = this.#ids.next('ses')
    const waits = 'fork' in wanted ? undefined : waitsOf(wanted.options)
    const hasOwnModels = 'options' in wanted && bringsModels(wanted.options)
    const isForAll = this.#runner.isShared && this.#registry.knows(equipment, { hasOwnModels })
    if (waits || isForAll) {
      await this.#create(id, definition, facts, waits ?? soon)
      // What goes by its names is found by whoever runs it.
      if (!isForAll) this.#registry.keep(id, equipment)
      await this.#runner.offer(id, waits)
    } else await this.#runHere(id, definition, equipment, facts)
    return new Session<A>(this, id)
  }

  async #runHere(id: string, definition: SessionDefinition, equipment: SessionEquipment, facts: readonly Fact[]) {
    const view = new SessionView()
    view.apply({ seq: 1, at: this.#clock.now(), type: 'session.created', data: definition })
    const lease = await this.#create(id, definition, facts)
    this.#registry.keep(id, equipment)
    const { tools } = equipment
    if (!lease) return
    void this.#runner.run({ lease, owner: this.#owner, recorded: { view, rows: [] }, equipment, tools, isNew: true })
  }

  /** Makes a session that waits for a worker, or one that is run here at once. */
  #create(id: string, definition: SessionDefinition, facts: readonly Fact[], waits?: DispatchTerms) {
    const { loop, loopVersion, task, thread, persona, fork } = definition
    const title = task.goal.length > 200 ? `${task.goal.slice(0, 199)}…` : task.goal
    const status = waits ? 'queued' : 'running'
    // A fork is no trial of its persona: it is counted in no arm.
    const as = { persona: persona?.name ?? null, arm: fork ? null : (persona?.arm ?? null) }
    const by = { loop, loopVersion, provider: providerOf(definition) }
    const mirror = { ...by, title, thread, status, ...as, createdAt: this.#clock.now() }
    const session = { id, owner: this.#owner, mirror, facts, ...(waits && { waits }) }
    return this.store.sessions.create(session, waits ? undefined : this.#runner.terms())
  }

  /** Whose sessions it shows. */
  get owner(): string {
    return this.#owner
  }

  /** The loops it can start by name, switched off or not. */
  get loops(): readonly Loop[] {
    return this.#registry.loops()
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
    const row = await this.#archive.row(id)
    if (row.state === 'ended') throw new GyreError('session-ended', `Session \`${id}\` has ended.`, { id })
    const live = this.#runner.live(id)
    if (live) {
      // A pause that was sent a moment ago is lifted, too.
      await this.#runner.notice(live)
      if (live.supervisor.isPaused) {
        await this.send(id, 'resume')
        // From here on it goes on: whoever asks whether it is idle is not told of the pause.
        await this.#runner.notice(live)
      }
      return new Session(this, id)
    }
    if (this.#runner.isShared) return this.#resumeByOthers(row)
    // What a session lacks here is no matter of one that another process runs.
    const job = (await this.#runner.isRunElsewhere(id)) ? undefined : await this.#runner.takeOver(id)
    if (!job) return this.#resumeElsewhere(row)
    try {
      if (await this.#isPaused(id, job.recorded)) await this.send(id, 'resume')
    } catch (error) {
      await this.#runner.letGo(job.lease)
      throw error
    }
    void this.#runner.run(job)
    return new Session(this, id)
  }

  /** Whoever is free goes on with it. */
  async #resumeByOthers({ id, state, waits }: SessionRow): Promise<Session> {
    if (state === 'parked' || (await this.#isPaused(id))) await this.send(id, 'resume')
    // Whoever asks for it does not wait for its time.
    if (waits.notBefore !== null) await this.#runner.hasten(id)
    await this.#runner.wake(id)
    return new Session(this, id)
  }

  /** Another process holds it, which lifts its pause. One that let go of it meanwhile leaves it to this one. */
  async #resumeElsewhere({ id, worker }: SessionRow): Promise<Session> {
    if (!(await this.#isPaused(id))) {
      throw new GyreError('session-busy', `Another process runs session \`${id}\`.`, { id, worker })
    }
    await this.send(id, 'resume')
    const left = await this.store.sessions.abandoned(this.#clock.now(), 1, [id])
    return left.includes(id) ? this.resume(id) : new Session(this, id)
  }

  /** Whether it is paused, or will be with what was sent to it and nobody has looked at yet. */
  async #isPaused(id: string, recorded?: Recorded): Promise<boolean> {
    const sent = await this.store.interventions.list(id)
    const last = sent.findLast(({ action, state }) => state === 'queued' && (action === 'pause' || action === 'resume'))
    if (last) return last.action === 'pause'
    // Read after what was sent: what is no longer queued is among the facts.
    const { view } = recorded ?? (await this.read(id))
    return view.isPaused
  }

  /**
   * Fails with what a session that nobody runs lacks to go on here; one that another process runs is no matter of this
   * one's. Over a dispatcher of its own, others may have what is missing here.
   */
  async checkResume(id: string): Promise<void> {
    await this.#archive.row(id)
    if (!this.#runner.isShared) await this.#runner.checkTakeOver(id)
  }

  /** Goes on with every session nobody runs, and with what ended ones still owe. */
  recover(): Promise<readonly string[]> {
    // Nobody waits for a target; a store in trouble is asked again with the next recovery.
    void this.sendOwed().catch(() => {})
    return this.#runner.recover()
  }

  /**
   * Sends what ended sessions still owe to targets that are known here. Each that is due has been tried once then;
   * answers with how all stand that were pending.
   */
  sendOwed(): Promise<readonly Delivery[]> {
    return this.#outbox.recover()
  }

  /** How the deliveries of a session stand, one for each target; with `waitMs`, once none is pending, or after so long. */
  async deliveriesOf(id: string, { waitMs = 0 }: DeliveriesOptions = {}): Promise<readonly Delivery[]> {
    await this.#archive.row(id)
    const targets = possibleTargets(await definitionOf(this.store.journal, id))
    return waitMs > 0 ? this.#outbox.settled(id, targets, waitMs) : this.#outbox.deliveries(id, targets)
  }

  /** Queues an intervention. It works on a session in any process. */
  async send(id: string, action: Action, body: Json = {}, options: SendOptions = {}): Promise<Intervention> {
    const { waits } = await this.#archive.row(id)
    const sent = this.#mailbox.send(id, action, body, options)
    // Nobody waits for its time only to see it end.
    if (isEnding(action) && waits.notBefore !== null) await sent.then(() => this.#runner.hasten(id))
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
    return this.#runner.wake(id)
  }

  async outcomeOf(id: string): Promise<SessionEnd> {
    await this.#refuseOthers(id)
    return this.#runner.waiting.outcome(id)
  }

  async idleOf(id: string): Promise<Idle> {
    await this.#refuseOthers(id)
    return this.#runner.waiting.idle(id)
  }

  /** A session of another owner is not there. */
  #refuseOthers(id: string): Promise<unknown> | undefined {
    return this.#runner.live(id)?.owner === this.#owner ? undefined : this.#archive.row(id)
  }

  /** Facts after `from`, then what happens, until the session has ended. */
  async *events(id: string, from = 0, { signal }: EventsOptions = {}): AsyncGenerator<SessionEvent, void, undefined> {
    await this.#archive.row(id)
    yield* watch(id, from, {
      journal: this.store.journal,
      hub: () => this.#runner.hub(id),
      change: () => this.#runner.change(id, signal),
      hasEnded: async () => (await this.store.sessions.get(id))?.state === 'ended',
      isClosed: () => this.#runner.isClosed,
      signal,
    })
  }

  /** A new session over the first steps of another. */
  async fork(id: string, options: ForkOptions): Promise<Session> {
    const { definition, equipment, facts } = await this.#preparation.prepare({ fork: id, options })
    const forked = this.#ids.next('ses')
    await this.#create(forked, definition, facts, soon)
    this.#registry.keep(forked, equipment)
    const { steer, by } = options
    if (steer) await this.send(forked, 'steer', { text: steer }, by === undefined ? {} : { by })
    return this.resume(forked)
  }

  /**
   * The messages a model was sent at a step. What was put into text for a model without tools is shown as
   * the loop holds it when this runtime lacks the tools, or the grammar is neither known nor given.
   */
  async prompt(id: string, path: string, grammar?: Grammar): Promise<readonly Message[]> {
    const { rows } = await this.read(id)
    const { clientTools } = definitionIn(rows, id)
    const spoken = spokenAt(rows, path, [grammar ?? reactGrammar], (names) =>
      this.#registry.toolSpecs(names, clientTools),
    )
    return promptAt(rows, path, { payload: (address) => this.store.payloads.get(address), ...(spoken && { spoken }) })
  }

  /** Runs a session again from its journal, with no model and no tool, and says what differs. */
  async replay(id: string): Promise<ReplayReport> {
    const recorded = await this.read(id)
    const definition = definitionIn(recorded.rows, id)
    const payload = (address: string) => this.store.payloads.get(address)
    return replayOffline(id, recorded, this.#registry.offlineEquipment(id, definition), { ...this.#ports, payload })
  }

  /** The session as JSON lines that `replayCassette` runs again with no store. */
  async *cassette(id: string): AsyncGenerator<string, void, undefined> {
    const { rows } = await this.read(id)
    const { tools, clientTools } = definitionIn(rows, id)
    const toolSpecs = tools.flatMap((name) => this.#registry.toolSpecs([name], clientTools) ?? [])
    yield* cassetteLines(id, rows, { payload: (address) => this.store.payloads.get(address), tools: toolSpecs })
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
    return this.#archive.prune(rule, this.#clock.now(), (id, deliver) => this.#outbox.forget(id, deliver))
  }

  /** Hands running sessions back and closes the store unless it is to be kept. Steps in flight may end within `graceMs`. */
  async close({ graceMs = 5000, keepStore = false }: CloseOptions = {}): Promise<void> {
    // One that was made of another is closed with it.
    if (this.#isGuest) return
    const isFirst = await this.#runner.close(graceMs)
    await this.#outbox.close(graceMs)
    if (isFirst && !keepStore) await this.store.close()
  }
}
