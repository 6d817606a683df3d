/** What people do to one step. */
import type { Json, JsonObject } from '../json.ts'
import type { Message } from '../messages.ts'
import type { AppendOptions, Intervention, Settlement } from '../ports/store.ts'
import type { NewFact } from './session-journal.ts'
import type { Done } from './verb.ts'

const none: readonly Settlement[] = []

export class Hands {
  /** Guidance for this request. */
  readonly guidance: Message[] = []
  /** What a person put in the place of the effect. */
  done: Done | undefined
  /** The step was given up: nothing can be done to it any more. */
  isOver = false
  /** It is the one step a person let through. */
  isPermitted = false
  readonly facts: NewFact[] = []
  /** What was applied. */
  readonly interventions: Intervention[] = []
  readonly #settled: Settlement[] = []
  readonly #by = new Set<string>()

  /** Notes that an intervention is applied at this step; it is settled with the step's record. */
  apply(intervention: Intervention, path: string, data: JsonObject = {}): void {
    this.facts.push(appliedFact(intervention, path, data))
    this.interventions.push(intervention)
    this.#settled.push(settlement(intervention, path))
    this.#by.add(intervention.by)
  }

  /** What is settled in the transaction of the record, with what the step itself settles. */
  options(own: readonly Settlement[] = none): AppendOptions | undefined {
    return this.#settled.length + own.length === 0 ? undefined : { settle: [...this.#settled, ...own] }
  }

  /** Who intervened, for the record; guidance is kept with it so that the prompt can be shown whole. */
  get data(): JsonObject | undefined {
    if (this.#by.size === 0) return undefined
    const guidance = this.guidance as readonly unknown[] as Json
    return { by: [...this.#by], ...(this.guidance.length > 0 && { guidance }) }
  }
}

/** Nobody does anything to it. Shared by all such steps, so nothing may be noted on it. */
export const untouched = new Hands()
Object.freeze(untouched.facts)

export function appliedFact(intervention: Intervention, path: string, data: JsonObject = {}): NewFact {
  const { id, action, by } = intervention
  return { type: 'intervention.applied', data: { id, action, by, at: path, ...data } }
}

export function rejectedFact({ id, action }: Intervention, why: string): NewFact {
  return { type: 'intervention.rejected', data: { id, action, why } }
}

export function settlement(intervention: Intervention, path: string): Settlement {
  return { id: intervention.id, state: 'applied', at: path, why: null }
}
