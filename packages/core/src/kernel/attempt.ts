/** A step under way: from the moment it is asked for to its record. */
import { GyreError, toGyreError } from '../errors.ts'
import { type Json, type JsonObject, plainCopy } from '../json.ts'
import type { Hold } from './account.ts'
import { Hands, untouched } from './hands.ts'
import type { Scope } from './scope.ts'
import type { NewFact } from './session-journal.ts'
import type { Done, Verb } from './verb.ts'
import { Cut, Stuck, WrapUp } from './wrap-up.ts'

/** What a step gave, ready to be written. */
export type Settled = Done & { readonly data: JsonObject }

const noData: JsonObject = {}

export class Attempt {
  readonly scope: Scope
  readonly verb: Verb<unknown>
  /** What people do to it. */
  hands: Hands
  hold: Hold | undefined
  #startedAt: number
  #isCounted = false
  #hasBegun = false
  #isOver = false
  /** Its record is written, though perhaps not durable yet: there is no second one. */
  #isRecorded = false

  constructor(scope: Scope, verb: Verb<unknown>) {
    const { session } = scope
    this.scope = scope
    this.verb = verb
    // A loop that was begun before a crash is gone into: what people want is done to the steps inside.
    const isOnlyEntered = verb.container === true && !session.supervisor.isQuiet && session.journal.hasBelow(verb.path)
    this.hands = session.supervisor.isQuiet || isOnlyEntered ? untouched : new Hands()
    this.#startedAt = session.clock.now()
  }

  begin(): void {
    const { session, steps } = this.scope
    session.activity.enter(this)
    this.#isCounted = !this.verb.isPart && steps.began()
  }

  end(): void {
    const { session, steps } = this.scope
    session.activity.leave(this)
    if (this.#isCounted) steps.ended()
  }

  /** Whether somebody wants something: of this step perhaps. */
  get isSupervised(): boolean {
    return this.hands !== untouched
  }

  /** The process slept past its lease: another one may run the session by now, and people may have said something. */
  async confirmLease(): Promise<void> {
    const { session } = this.scope
    await session.confirmLease()
    if (!session.supervisor.isQuiet && !this.isSupervised) this.hands = new Hands()
  }

  /** It had to wait: whether it may still go on, and what people have said meanwhile. */
  async supervisedAgain(): Promise<void> {
    const { supervisor } = this.scope.session
    if (supervisor.isQuiet) return
    if (!this.isSupervised) this.hands = new Hands()
    await supervisor.pass(this)
  }

  get hasBegun(): boolean {
    return this.#hasBegun
  }

  /** Whether the lease should have been renewed before it began. */
  get isLate(): boolean {
    return this.#startedAt > this.scope.session.leased.until
  }

  /** The effect, or what a person put in its place. */
  perform(): Promise<Done> | Done {
    const { verb, hands } = this
    const { clock } = this.scope.session
    if (this.#isOver) return this.scope.session.never()
    // From now on: it may have waited for a person before.
    if (this.isSupervised) this.#startedAt = clock.now()
    if (hands.done) return hands.done
    this.#hasBegun = true
    this.show()
    return verb.container ? this.#performInside() : verb.effect(hands)
  }

  /** Tells those who watch that it is under way. */
  show(): void {
    const { path, kind } = this.verb
    const { hub } = this.scope.session
    if (this.#hasBegun && hub.active) hub.started(path, this.#startedAt, { kind, ...shownRequest(this.verb) })
  }

  /** A loop inside a loop is not itself in flight: what it does is. */
  async #performInside(): Promise<Done> {
    const { activity } = this.scope.session
    activity.leave(this)
    try {
      return await this.verb.effect(this.hands)
    } finally {
      activity.enter(this)
    }
  }

  /** Counts what it cost, and takes secrets out before anybody sees the result. */
  settle(done: Done): Settled {
    const { session } = this.scope
    this.#count(done.spent)
    const result = this.verb.isOpaque ? done.result : session.redact.json(done.result)
    return result === done.result && done.data ? (done as Settled) : { ...done, result, data: done.data ?? noData }
  }

  #count(spent: Done['spent']): void {
    if (!this.hold) return
    const { session, run } = this.scope
    session.lastPath = this.verb.path
    session.budget.settle(run.account, this.hold, this.verb.path, spent)
    this.hold = undefined
  }

  /** Writes the record; what is returned must be waited for. */
  record(done: Settled): Promise<void> | undefined {
    const { verb, hands, scope } = this
    // A session that was handed back is aborted here, which is not what came of the step.
    if (this.#isOver || scope.session.isHalted) return scope.session.never()
    this.#isRecorded = true
    const fact: NewFact = {
      type: verb.fact ?? 'step.finished',
      path: verb.path,
      kind: verb.kind,
      request: verb.request,
      result: done.result,
      data: this.#circumstances(done.data),
    }
    const facts = done.facts || hands.facts.length > 0 ? [...(done.facts ?? []), ...hands.facts, fact] : [fact]
    const durable = scope.session.journal.append(facts, hands.options(done.settle))
    if (!verb.rides) return durable
    durable?.catch(() => {})
    return undefined
  }

  /** How long it took, in which phase, who intervened, and whether its place is certain. */
  #circumstances(data: JsonObject | undefined): JsonObject {
    const { session, steps } = this.scope
    const ms = session.clock.now() - this.#startedAt
    const told = this.verb.container && this.#hasBegun ? session.budget.toldTo(this.scope) : undefined
    const active = session.activity.activeMs()
    const beside = steps.isMarked(this.verb.path) || undefined
    return { ...data, ms, active, phase: session.phase, told, beside, ...this.hands.data }
  }

  /** Writes down why it failed, and gives back what the loop shall see. */
  async fail(thrown: unknown): Promise<unknown> {
    const { verb, scope } = this
    const { session } = scope
    if (session.isHalted || this.#isOver) return session.never()
    const partial = verb.partial?.()
    this.#count(partial?.spent)
    // Loops inside loops: the step that failed has written it down already, unless this one did before it began.
    if (verb.container && this.#hasBegun && (thrown instanceof WrapUp || thrown instanceof Stuck)) return thrown
    const seen = this.#seen(thrown)
    await this.#writeFailure(seen, partial)
    return seen instanceof Cut ? session.cut(seen) : seen
  }

  /** What the loop sees of it: an error of ours, without secrets. */
  #seen(thrown: unknown): unknown {
    if (thrown instanceof WrapUp || thrown instanceof Stuck) return thrown
    const error = toGyreError(thrown, 'loop-failed')
    const { redact } = this.scope.session
    const message = redact.text(error.message)
    const details = redact.json(plainDetails(error))
    if (message === error.message && Object.keys(error.details).length === 0) return error
    return new GyreError(error.code, message, details)
  }

  #writeFailure(thrown: unknown, partial: Partial<Done> | undefined): Promise<void> | undefined {
    const { path, kind, request } = this.verb
    this.#isRecorded = true
    const facts = [...(partial?.facts ?? []), ...this.hands.facts]
    const failure: NewFact = {
      type: 'step.failed',
      path,
      kind,
      request,
      data: { error: errorData(thrown), ...this.#circumstances(partial?.data) },
    }
    return this.scope.session.journal.append([...facts, failure], this.hands.options())
  }

  /** The session ends, or nobody needs it: what came of it so far is written down, and nobody waits for the rest. */
  cutOff(why = 'The session ended.'): void {
    if (this.#isOver || this.#isRecorded) return
    this.#isOver = true
    if (!this.#hasBegun || this.verb.container) {
      // What people wanted of it was not done.
      this.scope.session.supervisor.inbox.giveBack(this.hands.interventions)
      if (this.isSupervised) this.hands.isOver = true
      return
    }
    const partial = this.verb.partial?.()
    this.#count(partial?.spent)
    this.#writeFailure(new GyreError('aborted', why), partial)?.catch(() => {})
  }
}

/** What a step is about, for those who watch. */
function shownRequest({ kind, request }: Verb<unknown>): JsonObject | undefined {
  if (kind !== 'tool' && kind !== 'generate') return undefined
  const { id, tool, input, role, output } = request as JsonObject
  // Whom it is to, unless that is the author, and whether the reply is data: who watches need not show that as speech.
  if (kind === 'generate') return { ...(role !== undefined && { role }), ...(output !== undefined && { isData: true }) }
  return tool === undefined ? undefined : { tool, id: id ?? null, input: input ?? null }
}

/** Details as the journal will give them back. */
function plainDetails({ details }: GyreError): JsonObject {
  try {
    return plainCopy(details) as JsonObject
  } catch {
    return noData
  }
}

function errorData(thrown: unknown): Json {
  if (thrown instanceof WrapUp) {
    const code = thrown instanceof Cut ? 'cut' : 'wrap-up'
    return { code, outcome: thrown.outcome, account: thrown.account.path }
  }
  if (thrown instanceof Stuck) return { code: 'stuck', why: thrown.why }
  const error = toGyreError(thrown, 'loop-failed')
  const details = error.details as JsonObject
  return { ...error.toJSON(), ...(Object.keys(details).length > 0 && { details }) }
}
