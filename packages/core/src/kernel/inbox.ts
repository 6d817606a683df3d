/**
 * The inbox: reads what people send to a session, and sees each one to its end.
 *
 * An intervention is queued in the store, noted as a fact, and delivered: applied at once, or put among
 * the wishes until a step comes that it is for. In the end it is applied, rejected with a reason, or withdrawn.
 * One that a person changes meanwhile is noted again, so that the journal tells what was applied.
 */
import { canonicalJson, type Json } from '../json.ts'
import type { Intervention, Interventions } from '../ports/store.ts'
import { finished } from './account.ts'
import { appliedFact, rejectedFact, settlement } from './hands.ts'
import type { Action, OverrideBody } from './intervention.ts'
import type { LiveSession } from './live-session.ts'
import type { Questions } from './questions.ts'
import type { SessionView } from './session-view.ts'
import type { Wishes } from './wishes.ts'

type InboxOptions = {
  readonly interventions: Interventions
  readonly wishes: Wishes
  readonly questions: Questions
  /** Something came that a step must look at. */
  readonly onChange: () => void
}

export class Inbox {
  readonly #session: LiveSession
  readonly #options: InboxOptions
  /** Noted as facts, in this run or an earlier one, with what the journal tells that they say while nothing came of them. */
  readonly #known = new Map<string, Json | undefined>()
  /** Received in this run: one that is being applied stays queued in the store until that is written. */
  readonly #received = new Set<string>()
  /** Received and not settled yet. */
  readonly #pending = new Map<string, Intervention>()
  /** Nobody can change them any more, whatever an older look at the store says. */
  readonly #taken = new Set<string>()
  #noticing: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(session: LiveSession, options: InboxOptions) {
    this.#session = session
    this.#options = options
  }

  /** What an earlier run of the session noted. */
  know({ interventions, queued }: Pick<SessionView, 'interventions' | 'queued'>): void {
    for (const id of interventions) this.#known.set(id, queued.get(id))
  }

  /** Looks at the store for what people sent, after the looks that are under way. One that fails is its caller's matter. */
  notice(): Promise<void> {
    const look = this.#noticing.then(() => this.#look())
    this.#noticing = look.catch(() => {})
    return look
  }

  /**
   * The loop has returned: nothing is applied any more. Resolves with what was received and comes too late;
   * what nobody has received the store rejects with the end.
   */
  async close(): Promise<readonly Intervention[]> {
    this.#isClosed = true
    await this.#noticing
    return [...this.#pending.values()]
  }

  async #look(): Promise<void> {
    for (const intervention of await this.#options.interventions.list(this.#session.id)) {
      if (this.#session.isHalted || this.#isClosed) return
      if (intervention.state === 'withdrawn') this.withdrawn(intervention)
      else if (intervention.state === 'queued' && this.#received.has(intervention.id)) this.#edited(intervention)
      else if (intervention.state === 'queued') await this.#receive(intervention)
    }
    this.#options.onChange()
    this.#session.activity.unblock()
  }

  async #receive(intervention: Intervention): Promise<void> {
    const { id, action, body, by } = intervention
    if (this.#known.has(id)) this.#noteEdit(intervention)
    else {
      this.#known.set(id, body)
      const { wishes } = this.#options
      // Written down: whoever goes on after a crash must know it, when nothing is paused any more.
      const recalls = action === 'plan' && (wishes.isPaused || wishes.isResting)
      if (recalls) wishes.recalls.add(id)
      const data = { id, action, body, by, ...(recalls && { recalls }) }
      this.#session.journal.ride([{ type: 'intervention.queued', data }])
    }
    this.#received.add(id)
    this.#pending.set(id, intervention)
    const why = await this.#deliver(intervention)
    if (why !== undefined) this.reject(intervention, why)
  }

  /** Perhaps: what waits to be applied is brought up to date. */
  #edited(intervention: Intervention): void {
    const { id } = intervention
    if (!this.#pending.has(id) || this.#taken.has(id)) return
    this.#noteEdit(intervention)
    this.#pending.set(id, intervention)
    this.#options.wishes.edit(intervention)
  }

  /** It is queued as something else than what was noted, if it is: who reads the journal takes the last for true. */
  #noteEdit({ id, action, body, by }: Intervention): void {
    const noted = this.#known.get(id)
    if (noted === undefined || this.#isClosed || canonicalJson(noted) === canonicalJson(body)) return
    this.#known.set(id, body)
    this.#session.journal.ride([{ type: 'intervention.queued', data: { id, action, body, by, edited: true } }])
  }

  withdrawn({ id, action }: Intervention): void {
    if (!this.#pending.delete(id)) return
    this.#options.wishes.remove(id)
    if (action === 'finish') this.#finishAfterAll()
    this.#session.journal.ride([{ type: 'intervention.withdrawn', data: { id } }])
  }

  /** One `finish` was taken back. Another may have been sent, or applied. */
  #finishAfterAll(): void {
    const { wishes } = this.#options
    const { account } = this.#session.budget
    wishes.finish ??= this.#pending.values().find(({ action }) => action === 'finish')
    if (!wishes.finish && !wishes.isFinishing) account.unfinish()
  }

  reject(intervention: Intervention, why: string): void {
    this.#pending.delete(intervention.id)
    this.#session.journal.ride([rejectedFact(intervention, why)], {
      settle: [{ id: intervention.id, state: 'rejected', at: null, why }],
    })
  }

  /** Puts an intervention where it will be applied, or applies it at once. A text says why it cannot be. */
  async #deliver(intervention: Intervention): Promise<string | undefined> {
    const { wishes } = this.#options
    switch (intervention.action as Action) {
      case 'steer':
        wishes.steering.add(intervention)
        return undefined
      case 'step':
        wishes.steps.push(intervention)
        return undefined
      case 'override':
        return this.#queueOverride(intervention)
      case 'plan':
        if (!this.#session.canPlan) return 'no-plan'
        wishes.planEdits.push(intervention)
        return undefined
      case 'finish':
        wishes.finish = intervention
        wishes.isPaused = false
        this.#session.budget.account.end(finished)
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
    const intervention = await this.take(queued.id)
    return intervention && this.#options.questions.answer(intervention)
  }

  async #queueOverride(intervention: Intervention): Promise<string | undefined> {
    const { wishes, onChange } = this.#options
    const body = intervention.body as OverrideBody
    if ('tool' in body) {
      if (this.#session.tools.size === 0) return 'no-tools'
      if (!this.#session.tools.has(body.tool)) return 'tool-unknown'
    }
    wishes.overrides.add(intervention)
    if ('tool' in body || body.path === undefined) return undefined
    // From here on its step finds it, if that is still to come: so no step slips by while the journal is read.
    onChange()
    const isTooLate = (await this.#hasPassed(body.path)) && wishes.overrides.remove(intervention.id)
    return isTooLate ? 'path-passed' : undefined
  }

  /** Whether the step at this path, or one inside of it, has begun. */
  async #hasPassed(path: string): Promise<boolean> {
    const { activity, ports, id } = this.#session
    const rows = await ports.store.journal.read(id, 1)
    if (rows.some((row) => row.path === path && row.kind !== null)) return true
    const inFlight = [...activity.inFlight]
    const own = inFlight.find(({ verb }) => verb.path === path)
    if (own) return own.hasBegun
    // A person may have been asked about a step that has not begun.
    const isInside = (step: { readonly path: string | null; readonly kind: string | null }) =>
      step.path?.startsWith(`${path}/`) && step.kind !== null && step.kind !== 'ask'
    return rows.some(isInside) || inFlight.some(({ verb }) => isInside(verb))
  }

  async #applyNow(queued: Intervention): Promise<string | undefined> {
    const { wishes } = this.#options
    if (queued.action === 'resume' && !wishes.isPaused) return 'not-paused'
    const intervention = await this.take(queued.id)
    if (!intervention || this.#isClosed) return undefined
    this.settled(intervention.id)
    const path = this.#session.lastPath
    const body = intervention.action === 'context' ? { body: intervention.body } : {}
    this.#session.journal.ride([appliedFact(intervention, path, body)], { settle: [settlement(intervention, path)] })
    if (intervention.action === 'pause') wishes.isPaused = true
    if (intervention.action === 'resume') wishes.isPaused = false
    if (intervention.action === 'context') this.#session.addContext(intervention.body)
    if (intervention.action === 'abort') this.#session.abort()
    return undefined
  }

  /** From now on nobody can change it. Undefined when it was withdrawn. */
  async take(id: string): Promise<Intervention | undefined> {
    const intervention = await this.#options.interventions.take(id)
    this.#taken.add(id)
    if (intervention) this.#noteEdit(intervention)
    return intervention
  }

  /** One that a step settles with its own record. */
  settled(id: string): void {
    this.#pending.delete(id)
  }

  /** Interventions that were applied to a step which was then not made. */
  giveBack(interventions: readonly Intervention[]): void {
    for (const intervention of interventions) this.#pending.set(intervention.id, intervention)
  }
}
