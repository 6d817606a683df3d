/** A session as people hold it. It holds no state: the store does. */
import type { Json } from '../json.ts'
import type { Question } from '../kernel/answer.ts'
import type { PlanStep } from '../kernel/context.ts'
import type { SessionEvent } from '../kernel/events.ts'
import type { Action } from '../kernel/intervention.ts'
import type { Intervention } from '../ports/store.ts'
import type { SessionEnd } from './conclusion.ts'
import type { Delivery } from './delivery.ts'
import type { ForkOptions } from './fork.ts'
import type { SendOptions } from './mailbox.ts'
import type { DeliveriesOptions, Runtime } from './runtime.ts'
import type { Idle } from './waiting.ts'

/** A handle on a session, wherever it runs. It holds no state, so any number of handles will do. */
export class Session<A = Json> {
  readonly #runtime: Runtime
  readonly id: string

  constructor(runtime: Runtime, id: string) {
    this.#runtime = runtime
    this.id = id
  }

  /**
   * How it ended; waits for that, across pauses, for a session queued, parked or run by another process too.
   * One that was parked here goes on here when somebody elsewhere has answered it.
   * Fails when it can go no further in this process, and with `session-interrupted` when nobody runs it:
   * its process died and its lease has run out. While one waits, others are given the time of a lease to go on.
   */
  get outcome(): Promise<SessionEnd<A>> {
    return this.#runtime.outcomeOf(this.id) as Promise<SessionEnd<A>>
  }

  /** Resolves when it has ended, or waits for somebody. */
  idle(): Promise<Idle> {
    return this.#runtime.idleOf(this.id)
  }

  /** What people are asked and have not answered: name one by its `path` in `answer`, `approve` and `reject`. */
  async questions(): Promise<readonly Question[]> {
    return [...(await this.#runtime.read(this.id)).view.questions.values()]
  }

  /** How its result fares with the targets it goes to; with `waitMs`, once none is pending, or after so long. */
  deliveries(options?: DeliveriesOptions): Promise<readonly Delivery[]> {
    return this.#runtime.deliveriesOf(this.id, options)
  }

  /** All facts from the first, then what happens, until it ends. */
  get events(): AsyncIterable<SessionEvent> {
    return this.#runtime.events(this.id)
  }

  pause(options?: SendOptions) {
    return this.#send('pause', {}, options)
  }

  resume(options?: SendOptions) {
    return this.#send('resume', {}, options)
  }

  /** Exactly one more step, then pause. */
  step(options?: SendOptions) {
    return this.#send('step', {}, options)
  }

  /** Guidance for the next request. */
  steer(text: string, options?: SendOptions & { readonly branch?: string }) {
    return this.#send('steer', { text, ...(options?.branch && { branch: options.branch }) }, options)
  }

  /** Added to every later request. */
  addContext(
    context: string | { readonly name: string; readonly mediaType: string; readonly data: string },
    options?: SendOptions,
  ) {
    return this.#send('context', typeof context === 'string' ? { text: context } : { file: context }, options)
  }

  /** Puts a tool call or a result in the place of the next step, or of the step at a path. */
  override(
    by: { readonly tool: string; readonly input?: Json } | { readonly result: Json; readonly path?: string },
    options?: SendOptions,
  ) {
    return this.#send('override', by as Json, options)
  }

  /** Replaces the steps not yet run. */
  editPlan(steps: readonly PlanStep[], options?: SendOptions) {
    return this.#send('plan', { steps }, options)
  }

  answer(text: string, options?: SendOptions & { readonly question?: string }) {
    return this.#send('answer', { text, ...(options?.question && { question: options.question }) }, options)
  }

  approve(options?: SendOptions & { readonly input?: Json; readonly question?: string }) {
    const { input, question } = options ?? {}
    return this.#send('approve', { ...(input !== undefined && { input }), ...(question && { question }) }, options)
  }

  reject(reason?: string, options?: SendOptions & { readonly question?: string }) {
    return this.#send(
      'reject',
      { ...(reason && { reason }), ...(options?.question && { question: options.question }) },
      options,
    )
  }

  /** Wrap up now with what there is. */
  finish(options?: SendOptions) {
    return this.#send('finish', {}, options)
  }

  /** Cancels calls in flight at once. */
  abort(options?: SendOptions) {
    return this.#send('abort', {}, options)
  }

  /** Changes what an intervention says, while it is queued. */
  edit(intervention: string, body: Json): Promise<void> {
    return this.#runtime.edit(this.id, intervention, body)
  }

  /** Takes an intervention back, while it is queued. */
  withdraw(intervention: string): Promise<void> {
    return this.#runtime.withdraw(this.id, intervention)
  }

  fork(options: ForkOptions): Promise<Session<A>> {
    return this.#runtime.fork(this.id, options) as Promise<Session<A>>
  }

  async #send(action: Action, body: Json, options: SendOptions = {}): Promise<Intervention> {
    const sent = await this.#runtime.send(this.id, action, body, options)
    await this.#runtime.wake(this.id)
    return sent
  }
}
