/** A session while it runs here: what its steps share. */
import type { Redactor } from '../audit/redaction.ts'
import type { GyreError } from '../errors.ts'
import type { Json, JsonObject } from '../json.ts'
import type { Message } from '../messages.ts'
import type { Clock, Ids } from '../ports/clock.ts'
import type { Embedder, Memory } from '../ports/memory.ts'
import type { Lease, Store } from '../ports/store.ts'
import type { ToolRunner } from '../ports/tool-runner.ts'
import type { Tool } from '../tools/tool.ts'
import type { Account } from './account.ts'
import { Activity } from './activity.ts'
import { askForMore } from './ask.ts'
import type { Branch } from './branch.ts'
import { type AskedDrift, Divergence } from './divergence.ts'
import { EventHub } from './event-hub.ts'
import { ForeseenCalls } from './foreseen-calls.ts'
import { contextMessage } from './intervention.ts'
import { type Limits, withinBoth } from './limits.ts'
import type { Loop } from './loop.ts'
import { abortedEnd, type LoopRun } from './loop-run.ts'
import type { Intent } from './once-call.ts'
import type { Status } from './outcome.ts'
import { PromptLog } from './prompt-log.ts'
import type { Scope } from './scope.ts'
import { SessionBudget } from './session-budget.ts'
import { SessionJournal } from './session-journal.ts'
import type { SessionDefinition, SessionView } from './session-view.ts'
import { Supervisor } from './supervisor.ts'
import { type Cut, WrapUp } from './wrap-up.ts'

export type SessionPorts = {
  readonly store: Pick<Store, 'journal' | 'interventions' | 'keyValue'>
  readonly tools: readonly Tool[]
  readonly toolRunner: ToolRunner
  readonly embedder: Embedder | undefined
  readonly memory: Memory | undefined
  readonly clock: Clock
  readonly ids: Ids
  readonly random: () => number
  readonly redact: Redactor
  /** The loops that can be run by name. */
  readonly loops: () => readonly Loop[]
}

export type LiveSessionOptions = {
  readonly id: string
  readonly owner: string
  readonly definition: SessionDefinition
  readonly view: SessionView
  readonly ports: SessionPorts
  readonly lease: Lease
  readonly root: Branch
  readonly canPlan: boolean
  /** What the loop sets itself, within its budget. */
  readonly limits: Limits | undefined
  readonly reserve: Loop['reserve']
  /** Nothing is done: every step must be in the journal. Differences are collected, not written. */
  readonly offline?: AskedDrift[]
  /** Results of the source session that stand in for calls a fork must not repeat, by call. */
  readonly stubs?: ReadonlyMap<string, Json>
  readonly onIdle: (status: 'paused' | 'waiting') => void
  /** Renews the lease, or halts the session when that is too late. */
  readonly onLate?: () => Promise<void>
}

/** Why a session stops here without having ended. */
export type Halt =
  | { readonly kind: 'suspended' }
  | { readonly kind: 'released' }
  | { readonly kind: 'lost'; readonly error: GyreError }
  | { readonly kind: 'refused'; readonly error: GyreError }

/** Nobody else runs it: a replay, for one. */
const ownLease = { since: Number.POSITIVE_INFINITY, until: Number.POSITIVE_INFINITY }
const renewalPauseMs = 100

export class LiveSession {
  readonly id: string
  readonly owner: string
  readonly definition: SessionDefinition
  readonly ports: SessionPorts
  readonly hub: EventHub
  readonly journal: SessionJournal
  readonly activity: Activity
  readonly supervisor: Supervisor
  readonly budget: SessionBudget
  readonly divergence: Divergence
  readonly prompts: PromptLog
  readonly foreseen = new ForeseenCalls()
  /** Tools of the session, and those that child loops brought along. */
  readonly tools: Map<string, Tool>
  /** Whether a plan was published, or a loop that publishes one has begun. */
  canPlan: boolean
  /** Tools a person approved, and calls begun of which nobody knows the end. */
  readonly approved: Set<string>
  readonly intended: ReadonlyMap<string, Intent>
  /** Steps that people did something to. */
  readonly touched: Set<string>
  /** Whether a call was refused before it began: messages say so, to loops alone. */
  hasUnmade = false
  /** Who made the vectors of this session, once there are any. */
  embeddedBy: string | undefined
  /** Calls under way that must not be begun again: as long as there is one, the session stays in this process. */
  readonly unrepeatable = new Set<string>()
  readonly stubs: ReadonlyMap<string, Json> | undefined
  /** Messages people added to every request. */
  readonly contexts: Message[]
  readonly halted: Promise<Halt>
  /** The run of the session's own loop, once it has begun. */
  rootRun: LoopRun | undefined
  /** A step that lacks budget asks a person, and that is a step: handed over here, for neither file can import the other. */
  readonly askForMore: (scope: Scope, path: string, resource: string) => Promise<boolean> = askForMore
  phase: string | undefined
  isAborted: boolean
  /** From when the lease counts that was had or renewed last, and when it should have been renewed again. */
  leased: { readonly since: number; readonly until: number } = ownLease
  lastPath: string
  /** What it is when nobody is waited for: `running`, or the phase it is in. */
  workingStatus: Status = 'running'
  /** As last written; set it through `setStatus` unless the fact is written by the caller. */
  status: Status
  readonly #onLate: LiveSessionOptions['onLate']
  #halt: (halt: Halt) => void = () => {}
  #isHalted = false
  readonly isOffline: boolean
  readonly #abort = new AbortController()
  readonly #runs = new Map<Account, LoopRun>()

  constructor(options: LiveSessionOptions) {
    const { id, definition, ports, view } = options
    const now = () => ports.clock.now()
    this.id = id
    this.owner = options.owner
    this.definition = definition
    this.ports = ports
    this.canPlan = options.canPlan
    this.stubs = options.stubs
    this.isOffline = options.offline !== undefined
    this.#onLate = options.onLate
    this.halted = new Promise((resolve) => {
      this.#halt = resolve
    })
    this.hub = new EventHub(id, () => {
      for (const attempt of this.activity.inFlight) attempt.show()
    })
    this.journal = new SessionJournal({
      journal: ports.store.journal,
      lease: options.lease,
      hub: this.hub,
      now,
      onLoss: (error) => this.halt({ kind: 'lost', error }),
    })
    this.activity = new Activity({
      now,
      activeMs: view.activeMs,
      onIdle: (status) => this.#idle(status, options.onIdle),
    })
    this.budget = new SessionBudget({
      budget: withinBoth(definition.budget, options.limits),
      reserve: options.reserve,
      root: options.root,
      view,
      journal: this.journal,
      time: this.activity,
      onEnding: () => this.supervisor.refresh(),
    })
    this.divergence = new Divergence({
      definition,
      journal: this.journal,
      known: view.drifted,
      offline: options.offline,
      refuse: (error) => this.halt({ kind: 'refused', error }),
    })
    this.prompts = new PromptLog(this, ports.redact)
    this.tools = new Map(ports.tools.map((tool) => [tool.name, tool]))
    this.supervisor = new Supervisor(this, ports.store.interventions)
    this.approved = view.approvedTools
    this.intended = view.intended
    this.touched = view.touched
    this.contexts = view.contexts.map(contextMessage)
    this.lastPath = view.lastPath
    this.status = view.status
    this.isAborted = view.isAborted
  }

  get clock(): Clock {
    return this.ports.clock
  }

  get redact(): Redactor {
    return this.ports.redact
  }

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  get isHalted(): boolean {
    return this.#isHalted
  }

  /** Stops here; every verb from now on waits for ever. */
  halt(halt: Halt): void {
    if (this.#isHalted) return
    this.#isHalted = true
    // What is in flight is made again by whoever goes on with the session.
    this.#abort.abort()
    this.supervisor.refresh()
    this.#halt(halt)
  }

  /** The process slept past its lease: another one may run the session by now. */
  async confirmLease(): Promise<void> {
    await this.#onLate?.()
    if (this.#isHalted) await this.never()
  }

  /** Waits for as long as it takes until the lease is renewed from now on: for what no two processes may do. */
  async surelyLeased(): Promise<void> {
    const now = this.clock.now()
    while (this.leased.since < now && !this.#isHalted) {
      await this.#onLate?.()
      // A renewal that was under way already tells of an earlier time, and a store in trouble of none.
      if (this.leased.since < now) await new Promise<void>((resolve) => this.clock.after(renewalPauseMs, resolve))
    }
    if (this.#isHalted) await this.never()
  }

  /** A promise nobody can resolve: what waits for it is garbage. A shared one would keep all of that alive. */
  never(): Promise<never> {
    return new Promise(() => {})
  }

  /** Ends at once: calls in flight are cancelled, and nobody waits for those that do not listen. */
  abort(): void {
    this.endInFlight()
    this.isAborted = true
    this.supervisor.refresh()
    void this.stillness().then(() => this.#abortRun())
  }

  #abortRun(): void {
    const { rootRun } = this
    rootRun?.end(abortedEnd(rootRun))
  }

  /** A step that an abort cut off, or that comes after one, never ends. Once all that is recorded was gone over, the session does. */
  stopped(): Promise<never> {
    if (this.isAborted) void this.stillness().then(() => this.#abortRun())
    return this.never()
  }

  /**
   * Resolves once all that is recorded was gone over. A loop goes from record to record in microtasks:
   * turns of the event loop without one show that none is left.
   */
  async stillness(): Promise<void> {
    let taken = -1
    for (let turns = 0; turns < 2; turns = this.journal.taken === taken ? turns + 1 : 0) {
      taken = this.journal.taken
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  /** Cancels what is in flight. What came of it so far is written down. */
  endInFlight(): void {
    if (this.activity.inFlight.size === 0) return
    this.#abort.abort()
    for (const attempt of [...this.activity.inFlight]) attempt.cutOff()
  }

  addContext(body: Json): void {
    this.contexts.push(contextMessage(this.redact.json(body)))
  }

  setStatus(status: Status, data: JsonObject = {}): void {
    if (status === this.status) return
    this.status = status
    const fact = { type: 'session.status', data: { status, active: this.activity.activeMs(), ...data } } as const
    this.journal.ride([fact], { mirror: { status } })
  }

  /** Something goes on after a pause or a wait. */
  working(): void {
    if (this.status === 'paused' || this.status === 'waiting') this.setStatus(this.workingStatus)
  }

  #idle(status: 'paused' | 'waiting', onIdle: LiveSessionOptions['onIdle']): void {
    if (this.#isHalted || this.isAborted || this.journal.isClosed) return
    // What was foreseen is not waited for, and may be something else by then.
    for (const { scope } of [...this.activity.inFlight]) scope.ahead?.giveUp()
    this.foreseen.forgetAll()
    if (!this.supervisor.isStopping) this.setStatus(status)
    onIdle(status)
  }

  enlist(run: LoopRun): void {
    if (!this.#runs.has(run.account)) this.#runs.set(run.account, run)
  }

  delist(run: LoopRun): void {
    // A child without a budget of its own runs on the account of another.
    if (this.#runs.get(run.account) !== run) return
    this.#runs.delete(run.account)
    this.budget.childEnded(run.account)
    this.supervisor.refresh()
  }

  /** Ends the run of an account, and never returns to the step that was one too many. */
  cut({ account, outcome }: Cut): Promise<never> {
    this.#runs.get(account)?.cut(new WrapUp(account, outcome))
    return this.never()
  }
}
