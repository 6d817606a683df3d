/**
 * The supervisor: lets steps through, and does to them what people want, so that no loop has code for it.
 *
 * What is done to a step is written together with its record, so that a crash repeats both or neither.
 */
import { GyreError } from '../errors.ts'
import { matchesGlob } from '../glob.ts'
import type { Json } from '../json.ts'
import type { Intervention, Interventions } from '../ports/store.ts'
import { finished } from './account.ts'
import type { Attempt } from './attempt.ts'
import { type Break, type Breakpoint, breaksAfter, breaksAt } from './breakpoint.ts'
import { Hands, untouched } from './hands.ts'
import { Inbox } from './inbox.ts'
import { guidanceMessage, type InterventionBody } from './intervention.ts'
import type { LiveSession } from './live-session.ts'
import { replacement, Unfit } from './overrides.ts'
import { Questions } from './questions.ts'
import type { Scope } from './scope.ts'
import type { SessionView } from './session-view.ts'
import { takesGuidance } from './steering.ts'
import type { Verb } from './verb.ts'
import { Wishes } from './wishes.ts'
import { Cut } from './wrap-up.ts'

/** How many steps a loop may still make after it was told to wrap up: enough for a report of many sections. */
const stepsToWrapUp = 200

/** What an earlier run of the session left behind. */
type Earlier = Pick<SessionView, 'isPaused' | 'isFinishing' | 'interventions' | 'queued' | 'recalls'>

export class Supervisor {
  readonly #session: LiveSession
  readonly #wishes = new Wishes()
  readonly questions = new Questions()
  readonly inbox: Inbox
  readonly #interventions: Interventions
  readonly #breakpoints: readonly Breakpoint[]
  /** Break-points that have stopped the session, in this run or an earlier one. */
  readonly #broken = new Set<string>()
  /** Break-points that notes of the loop have reached: the next step waits. */
  #noted: readonly Break[] = []
  #isStopping = false
  /** Whether calls of the plan were left because a person sent another one, since that was last shown. */
  hasRecalled = false
  /** Nobody wants anything: tested before each step. */
  isQuiet: boolean

  constructor(session: LiveSession, interventions: Interventions) {
    this.#session = session
    this.#interventions = interventions
    this.#breakpoints = session.definition.breakpoints ?? []
    this.isQuiet = this.#breakpoints.length === 0
    const { questions } = this
    this.inbox = new Inbox(session, {
      interventions,
      wishes: this.#wishes,
      questions,
      onChange: () => this.refresh(),
    })
  }

  get steering() {
    return this.#wishes.steering
  }

  /** What an earlier run of the session left behind. */
  restore(earlier: Earlier): void {
    const { isPaused, isFinishing, recalls } = earlier
    this.#wishes.isPaused = isPaused
    this.#wishes.isFinishing = isFinishing
    this.inbox.know(earlier)
    for (const id of recalls) this.#wishes.recalls.add(id)
    if (isFinishing) this.#session.budget.account.end(finished)
    this.refresh()
  }

  /** The first look at what people sent while nobody ran the session. */
  async rested(look: () => Promise<void>): Promise<void> {
    this.#wishes.isResting = true
    await look()
    this.#wishes.isResting = false
  }

  /** The process ends: no step begins any more, and the session is handed back. */
  stop(): void {
    this.#isStopping = true
    this.refresh()
  }

  /** Whether nobody wants anything, and nothing is to end. */
  get isUndisturbed(): boolean {
    const { isHalted, isAborted, budget } = this.#session
    return !(this.#isStopping || isHalted || isAborted || budget.isEnding) && this.#wishes.isEmpty
  }

  /** Whether a call of this tool would go ahead without anybody having a say in it. */
  letsBegin(tool: string): boolean {
    return this.isUndisturbed && !this.#breakpoints.some((each) => 'before' in each && matchesGlob(each.before, tool))
  }

  get isPaused(): boolean {
    return this.#wishes.isPaused
  }

  get isStopping(): boolean {
    return this.#isStopping
  }

  /** Call it whenever something changed that a step must look at. */
  refresh(): void {
    this.isQuiet = this.isUndisturbed && this.#breakpoints.length === 0
  }

  /** Lets a step through when it may go on, and notes what people want done to it. */
  async pass(attempt: Attempt): Promise<void> {
    const { scope, verb, hands } = attempt
    if (this.#breakpoints.length > 0) await this.#break(verb)
    await this.#wait(scope, verb, hands)
    if (verb.kind === 'generate' && takesGuidance(verb.request)) await this.#steer(scope, verb, hands)
    await this.#override(verb, hands)
    this.refresh()
    if (verb.isPlanned && !hands.done && this.#wishes.isRecalled && !this.#hasBegun(verb)) throw notAsPlanned()
  }

  /** Whether something of a step was done before a crash, or a person is asked about it: it is gone on with. */
  #hasBegun({ path }: Verb<unknown>): boolean {
    const { intended, journal } = this.#session
    return intended.has(path) || journal.hasBelow(path) || this.questions.isAskedBelow(path)
  }

  /** A plan that a person wants in the place of the one that was shown last. */
  get planEdit(): Intervention | undefined {
    return this.#wishes.planEdits[0]
  }

  /** The loop tells something of itself. On replay as well: nobody knows whether the session stopped then. */
  heard(path: string, name: string, value: Json): void {
    if (this.#breakpoints.length > 0)
      this.#noted = [...this.#noted, ...breaksAfter(this.#breakpoints, { path, name, value })]
  }

  /** A break-point that is reached pauses the session as a person would, and once: the store knows its key. */
  async #break({ path, kind, request }: Verb<unknown>): Promise<void> {
    const { budget } = this.#session
    const costUsd = budget.account.used.get('costUsd') ?? 0
    const noted = this.#noted
    this.#noted = []
    for (const { key, reason } of [...noted, ...breaksAt(this.#breakpoints, { path, kind, request, costUsd })]) {
      if (this.#broken.has(key)) continue
      this.#broken.add(key)
      await this.#stopFor(key, reason)
    }
  }

  async #stopFor(key: string, reason: string): Promise<void> {
    const { id, clock, ports } = this.#session
    const pause = { id: ports.ids.next('itv'), session: id, action: 'pause', body: { reason } }
    await this.#interventions.add({ ...pause, by: 'break-point', at: clock.now(), key })
    await this.inbox.notice()
  }

  async #wait(scope: Scope, verb: Verb<unknown>, hands: Hands): Promise<void> {
    const session = this.#session
    for (;;) {
      const seen = session.activity.changes
      if (session.isHalted || session.isAborted) return session.never()
      await this.#wrapUp(scope, verb, hands)
      this.#cutLate(scope, verb)
      if (this.#mayGoOn(scope, verb, hands) || (await this.#takePermit(verb, hands))) return session.working()
      await session.activity.block('paused', scope.hosts + 1, seen)
    }
  }

  /** A loop that was told to wrap up and goes on and on is ended. */
  #cutLate({ run }: Scope, verb: Verb<unknown>): void {
    const account = verb.container || verb.isLast ? undefined : run.account.closingOne()
    if (account?.ending && ++account.stepsAfter > stepsToWrapUp) throw new Cut(account, account.ending)
  }

  /** Steps that others hold go on with those: a loop inside a loop, and the calls of a tool in flight. */
  #mayGoOn(scope: Scope, verb: Verb<unknown>, hands: Hands): boolean {
    if (verb.container || scope.hosts > 0 || hands.isPermitted) return true
    return !(this.#wishes.isPaused || this.#isStopping) && this.#wishes.steps.length === 0
  }

  async #wrapUp(scope: Scope, verb: Pick<Verb<unknown>, 'path' | 'isLast'>, hands: Hands): Promise<void> {
    const { budget } = this.#session
    const account = scope.run.account.untold(scope.branch)
    if (!account?.ending || (verb.isLast && account === scope.run.account)) return
    const finish = account === budget.account ? this.#wishes.finish : undefined
    if (finish) {
      this.#wishes.finish = undefined
      const taken = await this.inbox.take(finish.id)
      if (!taken) return this.inbox.withdrawn(finish)
      this.#wishes.isFinishing = true
      this.#applied(taken, verb, hands)
    }
    if (budget.losesPatience(scope, account)) throw new Cut(account, account.ending)
    throw budget.wrapUp(scope, account, account.ending)
  }

  /** A step that waits for a person is told to wrap up, as those that are about to begin. */
  async tellWaiting(scope: Scope, path: string): Promise<void> {
    const hands = new Hands()
    try {
      await this.#wrapUp(scope, { path }, hands)
    } finally {
      if (hands.facts.length > 0) this.#session.journal.ride(hands.facts, hands.options())
    }
  }

  #applied(intervention: Intervention, verb: Pick<Verb<unknown>, 'path'>, hands: Hands): void {
    if (hands.isOver) return
    this.inbox.settled(intervention.id)
    hands.apply(intervention, verb.path)
  }

  /** `step` lets exactly one step through; it is settled with that step's record. */
  async #takePermit(verb: Verb<unknown>, hands: Hands): Promise<boolean> {
    const permit = this.#isStopping ? undefined : this.#wishes.steps.shift()
    if (!permit) return false
    const wasPaused = this.#wishes.isPaused
    this.#wishes.isPaused = true
    const taken = await this.inbox.take(permit.id)
    if (taken) this.#applied(taken, verb, hands)
    else this.#wishes.isPaused = wasPaused
    hands.isPermitted = taken !== undefined
    return hands.isPermitted
  }

  async #steer(scope: Scope, verb: Verb<unknown>, hands: Hands): Promise<void> {
    const given = this.steering.give(scope.branch, (id) => this.inbox.take(id))
    for (const taken of await Promise.all(given)) {
      if (!taken || hands.isOver) continue
      const { text } = taken.body as InterventionBody<'steer'>
      hands.guidance.push(guidanceMessage(this.#session.redact.text(text)))
      this.inbox.settled(taken.id)
      this.#session.touched.add(verb.path)
      hands.apply(taken, verb.path, { branch: scope.branch.path })
    }
  }

  async #override(verb: Verb<unknown>, hands: Hands): Promise<void> {
    const { overrides } = this.#wishes
    for (;;) {
      const queued = overrides.shiftFor(verb, hands.done !== undefined)
      if (!queued) return
      const taken = await this.inbox.take(queued.id)
      if (!taken) continue
      const by = replacement(verb, taken.body)
      // A person changed it a moment ago: it is meant for another step.
      if (by === undefined) return overrides.add(taken)
      if (by instanceof Unfit) this.inbox.reject(taken, by.why)
      else if (hands.done) this.inbox.reject(taken, 'path-passed')
      else {
        this.#applied(taken, verb, hands)
        this.#session.touched.add(verb.path)
        hands.done = { result: this.#session.redact.json(by.result) }
      }
    }
  }

  /** The person's plan, when one was sent; applied with the `plan` step that asks for it. */
  async takePlanEdit(
    verb: Verb<unknown>,
    hands: Hands,
    faultsOf: (steps: Json) => readonly string[],
  ): Promise<Json | undefined> {
    // It came while the step was about to begin: the next plan has it.
    if (hands === untouched) return undefined
    const { hasRecalled } = this
    this.hasRecalled = false
    let rejected: string | undefined
    for (let queued = this.#nextEdit(); queued; queued = this.#nextEdit()) {
      const taken = await this.inbox.take(queued.id)
      if (!taken) continue
      const { steps } = taken.body as { readonly steps: Json }
      const faults = faultsOf(steps)
      if (faults.length === 0) {
        this.#applied(taken, verb, hands)
        return steps
      }
      this.inbox.reject(taken, `plan-invalid: ${faults.join('; ')}`)
      rejected = taken.id
    }
    // It was sent against what comes next: that must not go ahead as if nobody had said anything.
    if (rejected !== undefined && hasRecalled) await this.#stopFor(`plan ${rejected}`, 'the changed plan was not taken')
    return undefined
  }

  #nextEdit(): Intervention | undefined {
    return this.#wishes.planEdits.shift()
  }
}

function notAsPlanned(): GyreError {
  return new GyreError('plan-changed', 'Not run: a person sent another plan before this call began.')
}
