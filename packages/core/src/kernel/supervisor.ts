/**
 * The supervisor: delivers what people want done, so that no loop has code for it.
 *
 * An intervention is queued in the store, noted as a fact, and applied at a step: its fact is written
 * together with the step's record, so that a crash repeats both or neither.
 */
import type { Json } from '../json.ts'
import { user } from '../messages.ts'
import type { Intervention, Interventions } from '../ports/store.ts'
import type { Attempt } from './attempt.ts'
import { appliedFact, Hands, settlement } from './hands.ts'
import type { Action, InterventionBody, OverrideBody } from './intervention.ts'
import type { LiveSession } from './live-session.ts'
import { Questions } from './questions.ts'
import type { Scope } from './scope.ts'
import type { NewFact } from './session-journal.ts'
import { Steering } from './steering.ts'
import type { Verb } from './verb.ts'
import { Cut } from './wrap-up.ts'

const guidanceMark = '[USER GUIDANCE]'
const contextMark = '[CONTEXT]'

/** A report of many sections is written in fewer. */
const stepsToWrapUp = 200

export class Supervisor {
  readonly #session: LiveSession
  readonly #interventions: Interventions
  readonly questions = new Questions()
  readonly steering = new Steering()
  /** Noted as facts, in this run or an earlier one. */
  readonly #known = new Set<string>()
  /** Received in this run: one that is being applied stays queued in the store until that is written. */
  readonly #received = new Set<string>()
  /** Received and not settled yet. */
  readonly #pending = new Map<string, Intervention>()
  #overrides: Intervention[] = []
  #steps: Intervention[] = []
  #planEdits: Intervention[] = []
  #finish: Intervention | undefined
  #isPaused = false
  #isStopping = false
  #noticing: Promise<void> = Promise.resolve()
  /** Nobody wants anything: tested before each step. */
  isQuiet = true

  constructor(session: LiveSession, interventions: Interventions) {
    this.#session = session
    this.#interventions = interventions
  }

  /** What an earlier run of the session left behind. */
  restore(earlier: {
    readonly isPaused: boolean
    readonly known: Iterable<string>
    readonly isFinishing: boolean
  }): void {
    this.#isPaused = earlier.isPaused
    for (const id of earlier.known) this.#known.add(id)
    if (earlier.isFinishing) this.#session.account.ending ??= 'answered'
    this.refresh()
  }

  /** The process ends: no step begins any more, and the session is handed back. */
  stop(): void {
    this.#isStopping = true
    this.refresh()
  }

  get isStopping(): boolean {
    return this.#isStopping
  }

  /** Call it whenever something changed that a step must look at. */
  refresh(): void {
    const { account, isHalted, isAborted } = this.#session
    this.isQuiet =
      !(this.#isPaused || this.#isStopping || isHalted || isAborted) &&
      account.ending === undefined &&
      this.#session.endingChildren === 0 &&
      this.steering.isEmpty &&
      this.#overrides.length + this.#steps.length + this.#planEdits.length === 0
  }

  /** Looks at the store for what people sent. Calls made meanwhile are answered by one more look. */
  notice(): Promise<void> {
    this.#noticing = this.#noticing.then(() => this.#look())
    return this.#noticing
  }

  /** Resolves when all looks so far are done. */
  get noticed(): Promise<void> {
    return this.#noticing
  }

  async #look(): Promise<void> {
    for (const intervention of await this.#interventions.list(this.#session.id)) {
      if (this.#session.isHalted) return
      if (intervention.state === 'withdrawn') this.#withdrawn(intervention)
      else if (intervention.state === 'queued' && this.#received.has(intervention.id)) this.#edited(intervention)
      else if (intervention.state === 'queued') await this.#receive(intervention)
    }
    this.refresh()
    this.#session.activity.unblock()
  }

  async #receive(intervention: Intervention): Promise<void> {
    const { id, action, body, by } = intervention
    if (!this.#known.has(id)) {
      this.#known.add(id)
      this.#session.journal.ride([{ type: 'intervention.queued', data: { id, action, body, by } }])
    }
    this.#received.add(id)
    this.#pending.set(id, intervention)
    const why = await this.#deliver(intervention)
    if (why !== undefined) this.#reject(intervention, why)
  }

  /** Perhaps: what waits to be applied is brought up to date. */
  #edited(intervention: Intervention): void {
    if (!this.#pending.has(intervention.id)) return
    this.#pending.set(intervention.id, intervention)
    const latest = (each: Intervention) => (each.id === intervention.id ? intervention : each)
    this.#overrides = this.#overrides.map(latest)
    this.#planEdits = this.#planEdits.map(latest)
    this.steering.edit(intervention)
  }

  #withdrawn(intervention: Intervention): void {
    if (!this.#pending.delete(intervention.id)) return
    const { account } = this.#session
    const isOther = (each: Intervention) => each.id !== intervention.id
    this.#overrides = this.#overrides.filter(isOther)
    this.#steps = this.#steps.filter(isOther)
    this.#planEdits = this.#planEdits.filter(isOther)
    if (this.#finish?.id === intervention.id) this.#finish = undefined
    if (intervention.action === 'finish' && account.ending === 'answered') account.ending = undefined
    this.steering.remove(intervention.id)
    this.#session.journal.ride([{ type: 'intervention.withdrawn', data: { id: intervention.id } }])
  }

  #reject(intervention: Intervention, why: string): void {
    this.#pending.delete(intervention.id)
    this.#session.journal.ride([rejectedFact(intervention, why)], {
      settle: [{ id: intervention.id, state: 'rejected', at: null, why }],
    })
  }

  /** Puts an intervention where it will be applied, or applies it at once. A text says why it cannot be. */
  async #deliver(intervention: Intervention): Promise<string | undefined> {
    switch (intervention.action as Action) {
      case 'steer':
        this.steering.add(intervention)
        return undefined
      case 'step':
        this.#steps.push(intervention)
        return undefined
      case 'override':
        return this.#queueOverride(intervention)
      case 'plan':
        if (!this.#session.canPlan) return 'no-plan'
        this.#planEdits.push(intervention)
        return undefined
      case 'finish':
        this.#finish = intervention
        this.#isPaused = false
        this.#session.account.ending ??= 'answered'
        return undefined
      case 'answer':
      case 'approve':
      case 'reject':
        return this.#answer(intervention)
      default:
        return this.#applyNow(intervention)
    }
  }

  async #answer(queued: Intervention): Promise<string | undefined> {
    const intervention = await this.#interventions.take(queued.id)
    return intervention && this.questions.answer(intervention)
  }

  async #queueOverride(intervention: Intervention): Promise<string | undefined> {
    const body = intervention.body as OverrideBody
    if ('tool' in body) {
      if (this.#session.tools.size === 0) return 'no-tools'
      if (!this.#session.tools.has(body.tool)) return 'tool-unknown'
    } else if (body.path !== undefined && (await this.#session.hasPassed(body.path))) return 'path-passed'
    this.#overrides.push(intervention)
    return undefined
  }

  async #applyNow(queued: Intervention): Promise<string | undefined> {
    if (queued.action === 'resume' && !this.#isPaused) return 'not-paused'
    const intervention = await this.#interventions.take(queued.id)
    if (!intervention) return undefined
    this.#pending.delete(intervention.id)
    const path = this.#session.lastPath
    const body = intervention.action === 'context' ? { body: intervention.body } : {}
    this.#session.journal.ride([appliedFact(intervention, path, body)], { settle: [settlement(intervention, path)] })
    if (intervention.action === 'pause') this.#isPaused = true
    if (intervention.action === 'resume') this.#isPaused = false
    if (intervention.action === 'context') this.#session.addContext(intervention.body)
    if (intervention.action === 'abort') this.#session.abort()
    return undefined
  }

  /** Lets a step through when it may go on, and notes what people want done to it. */
  async pass(attempt: Attempt): Promise<void> {
    const { scope, verb, hands } = attempt
    await this.#wait(scope, verb, hands)
    if (verb.kind === 'generate') await this.#steer(scope, verb, hands)
    if (verb.byPerson && !hands.done) await this.#override(verb, hands)
    this.refresh()
  }

  async #wait(scope: Scope, verb: Verb<unknown>, hands: Hands): Promise<void> {
    const session = this.#session
    for (;;) {
      if (session.isHalted || session.isAborted) return session.never()
      await this.#wrapUp(scope, verb, hands)
      this.#cutLate(scope, verb)
      if (this.#mayGoOn(scope, verb, hands) || (await this.#isPermitted(verb, hands))) return session.working()
      await session.activity.block('paused', scope.hosts + 1)
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
    return !(this.#isPaused || this.#isStopping) && this.#steps.length === 0
  }

  async #wrapUp(scope: Scope, verb: Pick<Verb<unknown>, 'path' | 'isLast'>, hands: Hands): Promise<void> {
    const account = scope.run.account.untold(scope.branch)
    if (!account?.ending || (verb.isLast && account === scope.run.account)) return
    const finish = account === this.#session.account ? this.#finish : undefined
    if (finish) {
      this.#finish = undefined
      const taken = await this.#interventions.take(finish.id)
      if (!taken) return this.#withdrawn(finish)
      this.#applied(taken, verb, hands)
    }
    if (this.#session.isOutOfPatience(scope, account)) throw new Cut(account, account.ending)
    throw this.#session.wrapUp(scope, account, account.ending)
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
    this.#pending.delete(intervention.id)
    hands.apply(intervention, verb.path)
  }

  /** `step` lets exactly one step through; it is settled with that step's record. */
  async #isPermitted(verb: Verb<unknown>, hands: Hands): Promise<boolean> {
    const permit = this.#isStopping ? undefined : this.#steps.shift()
    if (!permit) return false
    const wasPaused = this.#isPaused
    this.#isPaused = true
    const taken = await this.#interventions.take(permit.id)
    if (taken) this.#applied(taken, verb, hands)
    else this.#isPaused = wasPaused
    hands.isPermitted = taken !== undefined
    return hands.isPermitted
  }

  async #steer(scope: Scope, verb: Verb<unknown>, hands: Hands): Promise<void> {
    const given = this.steering.give(scope.branch, (id) => this.#interventions.take(id))
    for (const taken of await Promise.all(given)) {
      if (!taken || hands.isOver) continue
      const { text } = taken.body as InterventionBody<'steer'>
      hands.guidance.push(user(`${guidanceMark} ${this.#session.redact.text(text)}`))
      this.#pending.delete(taken.id)
      hands.apply(taken, verb.path, { branch: scope.branch.path })
    }
  }

  async #override(verb: Verb<unknown>, hands: Hands): Promise<void> {
    const fits = (each: Intervention) => overrideFor(verb, each) !== undefined
    const queued = this.#overrides.find(fits)
    if (!queued) return
    this.#overrides = this.#overrides.filter((each) => each !== queued)
    const taken = await this.#interventions.take(queued.id)
    if (!taken) return
    const result = overrideFor(verb, taken)
    if (result === undefined) {
      // A person changed it a moment ago: it is meant for another step.
      this.#overrides.push(taken)
      return
    }
    this.#applied(taken, verb, hands)
    hands.done = { result: this.#session.redact.json(result) }
  }

  /** The person's plan, when one was sent; applied with the `plan` step that asks for it. */
  async takePlanEdit(
    verb: Verb<unknown>,
    hands: Hands,
    faultsOf: (steps: Json) => readonly string[],
  ): Promise<Json | undefined> {
    for (;;) {
      const queued = this.#planEdits.shift()
      if (!queued) return undefined
      const taken = await this.#interventions.take(queued.id)
      if (!taken) continue
      const { steps } = taken.body as { readonly steps: Json }
      const faults = faultsOf(steps)
      if (faults.length === 0) {
        this.#applied(taken, verb, hands)
        return steps
      }
      this.#reject(taken, `plan-invalid: ${faults.join('; ')}`)
    }
  }

  /** What nobody will apply any more, to be rejected with the end of the session. */
  rest(): readonly Intervention[] {
    return [...this.#pending.values()]
  }

  /** Interventions that were applied to a step which was then not made. */
  giveBack(interventions: readonly Intervention[]): void {
    for (const intervention of interventions) this.#pending.set(intervention.id, intervention)
  }

  /** An intervention that a step settled with its own record. */
  settled(id: string): void {
    this.#pending.delete(id)
  }
}

function overrideFor(verb: Verb<unknown>, intervention: Intervention): Json | undefined {
  const body = intervention.body as OverrideBody
  if ('path' in body && body.path !== undefined && body.path !== verb.path) return undefined
  return verb.byPerson?.(body)
}

export function rejectedFact(intervention: Intervention, why: string): NewFact {
  return { type: 'intervention.rejected', data: { id: intervention.id, action: intervention.action, why } }
}

/** A person's addition to every later request. */
export function contextMessage(body: Json) {
  const context = body as InterventionBody<'context'>
  if ('text' in context) return user(`${contextMark} ${context.text}`)
  return user(`${contextMark} ${context.file.name}`, { type: 'file', ...context.file })
}
