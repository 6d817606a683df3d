/** A session while it runs here: what its steps share. */
import type { Redactor } from '../audit/redaction.ts'
import { requestText } from '../audit/row.ts'
import { GyreError } from '../errors.ts'
import type { Json, JsonObject } from '../json.ts'
import type { Message } from '../messages.ts'
import type { Clock } from '../ports/clock.ts'
import type { Embedder, Memory } from '../ports/memory.ts'
import type { JournalRow, Lease, Store } from '../ports/store.ts'
import type { ToolRunner } from '../ports/tool-runner.ts'
import type { Tool } from '../tools/tool.ts'
import { Account, type Hold, type NearLimit } from './account.ts'
import { Activity } from './activity.ts'
import { askForMore } from './ask.ts'
import type { Branch } from './branch.ts'
import type { Estimator } from './estimator.ts'
import { EventHub } from './event-hub.ts'
import type { Amounts } from './limits.ts'
import type { Status } from './outcome.ts'
import { PromptLog } from './prompt-log.ts'
import type { LoopRun, Scope } from './scope.ts'
import { SessionJournal } from './session-journal.ts'
import { type SessionDefinition, type SessionView, warning } from './session-view.ts'
import { contextMessage, Supervisor } from './supervisor.ts'
import { Cut, WrapUp } from './wrap-up.ts'

export type SessionPorts = {
  readonly store: Pick<Store, 'journal' | 'interventions' | 'keyValue'>
  readonly tools: readonly Tool[]
  readonly toolRunner: ToolRunner
  readonly embedder: Embedder | undefined
  readonly memory: Memory | undefined
  readonly clock: Clock
  readonly random: () => number
  readonly redact: Redactor
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
  /** Nothing is done: every step must be in the journal. Differences are collected, not written. */
  readonly offline?: Drift[]
  /** Results of the source session that stand in for calls a fork must not repeat, by call. */
  readonly stubs?: ReadonlyMap<string, Json>
  readonly onIdle: (status: 'paused' | 'waiting') => void
  /** Renews the lease, or halts the session when that is too late. */
  readonly onLate?: () => Promise<void>
}

/** A request that is not what it was. */
export type Drift = { readonly path: string; readonly was: string | null; readonly now: string | null }

/** Why a session stops here without having ended. */
export type Halt =
  | { readonly kind: 'suspended' }
  | { readonly kind: 'released' }
  | { readonly kind: 'lost'; readonly error: GyreError }
  | { readonly kind: 'refused'; readonly error: GyreError }

/** How often somebody may ask for more after there is none. */
const patience = 32

export class LiveSession {
  readonly id: string
  readonly owner: string
  readonly definition: SessionDefinition
  readonly ports: SessionPorts
  readonly hub: EventHub
  readonly journal: SessionJournal
  readonly activity: Activity
  readonly supervisor: Supervisor
  readonly account: Account
  readonly estimator: Estimator
  readonly prompts: PromptLog
  /** Tools of the session, and those that child loops brought along. */
  readonly tools: Map<string, Tool>
  /** Whether a plan was published, or a loop that publishes one has begun. */
  canPlan: boolean
  /** Tools a person approved, and calls begun of which nobody knows the end. */
  readonly approved: Set<string>
  readonly intended: Set<string>
  readonly stubs: ReadonlyMap<string, Json> | undefined
  /** Messages people added to every request. */
  readonly contexts: Message[]
  readonly halted: Promise<Halt>
  /** The run of the session's own loop, once it has begun. */
  rootRun: LoopRun | undefined
  readonly activeMs: () => number
  readonly askForMore: (scope: Scope, path: string, resource: string) => Promise<boolean> = askForMore
  /** How often a person was asked for more, and answered. */
  budgetAnswers: number
  phase: string | undefined
  isAborted: boolean
  /** When the lease should have been renewed. */
  leaseUntil = Number.POSITIVE_INFINITY
  /** False once a model without a price was used. */
  isCostKnown: boolean
  lastPath: string
  /** How many child loops are being told to wrap up. */
  endingChildren = 0
  /** What it is when nobody is waited for: `running`, or the phase it is in. */
  workingStatus: Status = 'running'
  /** As last written; set it through `setStatus` unless the fact is written by the caller. */
  status: Status
  readonly #onLate: LiveSessionOptions['onLate']
  #halt: (halt: Halt) => void = () => {}
  #isHalted = false
  readonly #offline: Drift[] | undefined
  readonly #abort = new AbortController()
  readonly #runs = new Map<Account, LoopRun>()
  readonly #drifted: Set<string>
  readonly #usedBelow: SessionView['usedBelow']
  readonly #warned: Set<string>

  constructor(options: LiveSessionOptions) {
    const { id, definition, ports, view } = options
    const now = () => ports.clock.now()
    this.id = id
    this.owner = options.owner
    this.definition = definition
    this.ports = ports
    this.canPlan = options.canPlan
    this.stubs = options.stubs
    this.#offline = options.offline
    this.#onLate = options.onLate
    this.halted = new Promise((resolve) => {
      this.#halt = resolve
    })
    this.hub = new EventHub(id)
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
    this.activeMs = () => this.activity.activeMs()
    const { reserve, onExhausted } = definition.budget
    const keepsBack = onExhausted !== 'fail'
    this.account = new Account(definition.budget, { path: '', home: options.root, reserve, keepsBack })
    this.account.count(Object.fromEntries(view.used))
    this.prompts = new PromptLog(this, ports.redact)
    this.tools = new Map(ports.tools.map((tool) => [tool.name, tool]))
    this.supervisor = new Supervisor(this, ports.store.interventions)
    this.approved = view.approvedTools
    this.intended = view.intended
    this.contexts = view.contexts.map(contextMessage)
    this.lastPath = view.lastPath
    this.budgetAnswers = view.grants.length
    this.isCostKnown = view.costIsKnown
    this.status = view.status
    this.#drifted = view.drifted
    this.#usedBelow = view.usedBelow
    this.#warned = view.warned
    this.estimator = view.estimator
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

  get isOffline(): boolean {
    return this.#offline !== undefined
  }

  /** Stops here; every verb from now on waits for ever. */
  halt(halt: Halt): void {
    if (this.#isHalted) return
    this.#isHalted = true
    this.supervisor.refresh()
    this.#halt(halt)
  }

  /** The process slept past its lease: another one may run the session by now. */
  async confirmLease(): Promise<void> {
    await this.#onLate?.()
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
    this.rootRun?.abort()
  }

  /** A step that an abort cut off, or that comes after one, never ends. Once all that is recorded was gone over, the session does. */
  stopped(): Promise<never> {
    if (this.isAborted) this.#cutWhenStill(this.journal.taken)
    return this.never()
  }

  /** A loop goes from record to record in microtasks: turns of the event loop without one show that none is left. */
  #cutWhenStill(taken: number, turns = 2): void {
    setImmediate(() => {
      if (this.journal.taken !== taken) this.#cutWhenStill(this.journal.taken)
      else if (turns > 1) this.#cutWhenStill(taken, turns - 1)
      else this.rootRun?.abort()
    })
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
    const fact = { type: 'session.status', data: { status, active: this.activeMs(), ...data } } as const
    this.journal.ride([fact], { mirror: { status } })
  }

  /** Something goes on after a pause or a wait. */
  working(): void {
    if (this.status === 'paused' || this.status === 'waiting') this.setStatus(this.workingStatus)
  }

  #idle(status: 'paused' | 'waiting', onIdle: LiveSessionOptions['onIdle']): void {
    if (this.#isHalted || this.isAborted || this.journal.isClosed) return
    if (!this.supervisor.isStopping) this.setStatus(status)
    onIdle(status)
  }

  enlist(run: LoopRun): void {
    if (!this.#runs.has(run.account)) this.#runs.set(run.account, run)
  }

  delist(run: LoopRun): void {
    if (this.#runs.get(run.account) === run) this.#runs.delete(run.account)
    if (run.account.parent && run.account.ending) this.endingChildren -= 1
    this.supervisor.refresh()
  }

  /** Whether a loop or a tool that was told to wrap up has gone on asking for too long. */
  isOutOfPatience(scope: Scope, account: Account): boolean {
    if (scope.hosts === 0 && !account.hasTold(scope.branch)) return false
    account.refusals += 1
    return account.refusals > patience
  }

  /** Ends the run of an account, and never returns to the step that was one too many. */
  cut({ account, outcome }: Cut): Promise<never> {
    this.#runs.get(account)?.cut(new WrapUp(account, outcome))
    return this.never()
  }

  /** Tells a branch that its account is spent. */
  wrapUp(scope: Scope, account: Account, outcome: WrapUp['outcome']): WrapUp {
    if (account.parent && !account.ending) this.endingChildren += 1
    account.ending ??= outcome
    // A tool that asked a model may make of it what it likes: its loop is told with its own next step.
    if (scope.hosts === 0) account.tell(scope.branch, outcome)
    this.supervisor.refresh()
    return new WrapUp(account, outcome)
  }

  /** The same on replay. */
  wrapUpAgain(scope: Scope, error: JsonObject): WrapUp {
    const account = scope.run.account.at(String(error['account'])) ?? this.account
    const outcome = error['outcome'] as WrapUp['outcome']
    return error['code'] === 'cut' ? new Cut(account, outcome) : this.wrapUp(scope, account, outcome)
  }

  /** Counts what a step cost, and warns when a limit comes near. */
  settle(scope: Scope, hold: Hold, path: string, spent: Amounts = {}): void {
    this.lastPath = path
    const near = scope.run.account.settle(hold, spent)
    for (const limit of near) this.#warn(limit, path)
  }

  /** Once a limit, in all runs of the session. */
  #warn({ account, resource }: NearLimit, path: string): void {
    const known = warning(account.path, resource)
    if (this.#warned.has(known)) return
    this.#warned.add(known)
    const data = { resource, at: path, ...(account.path !== '' && { account: account.path }) }
    this.journal.ride([{ type: 'budget.warned', data }])
  }

  /** What earlier runs of the session spent below a path. */
  spentBelow(path: string): Amounts {
    return Object.fromEntries(this.#usedBelow.get(path) ?? [])
  }

  /** Rows a fork copied: only path and kind must be as they were. */
  isInherited(row: JournalRow): boolean {
    const { fork } = this.definition
    return fork !== null && row.seq <= fork.at
  }

  drifted(path: string, row: JournalRow, request: Json): void {
    const drift: Drift = { path, was: row.request, now: requestText(request) }
    if (this.#offline) {
      this.#offline.push(drift)
      return
    }
    if (this.definition.strict) {
      throw this.#refuse(new GyreError('journal-drift', `The request of step \`${path}\` is not what it was.`, drift))
    }
    if (this.#drifted.has(path)) return
    this.#drifted.add(path)
    this.journal.ride([{ type: 'drift', path, data: drift }])
  }

  mismatch(path: string, was: string, now: string): GyreError {
    const message = `Step \`${path}\` was a \`${was}\` and is now a \`${now}\`.`
    return this.#refuse(new GyreError('journal-mismatch', message, { path, was, now }))
  }

  missing(path: string, kind: string): GyreError {
    return this.#refuse(
      new GyreError('replay-incomplete', `The journal has no \`${kind}\` at \`${path}\`.`, { path, kind }),
    )
  }

  /** The loop cannot go on over this journal. The session has not ended: another version may go on. */
  #refuse(error: GyreError): GyreError {
    this.halt({ kind: 'refused', error })
    return error
  }

  /** Whether the step at this path has begun. Asked only when a person names one. */
  async hasPassed(path: string): Promise<boolean> {
    for (const { verb, hasBegun } of this.activity.inFlight) if (hasBegun && verb.path === path) return true
    const rows = await this.ports.store.journal.read(this.id, 1)
    return rows.some((row) => row.path === path && row.kind !== null)
  }
}
