/** What people want done and is not done yet. The inbox puts it here, and the supervisor takes it out at a step. */
import type { Intervention } from '../ports/store.ts'
import { Overrides } from './overrides.ts'
import { Steering } from './steering.ts'

export class Wishes {
  readonly steering = new Steering()
  readonly overrides = new Overrides()
  /** Each lets one step through. */
  steps: Intervention[] = []
  planEdits: Intervention[] = []
  /** Plans that came while the session was paused or rested, by id: their senders saw what was about to begin. */
  readonly recalls = new Set<string>()
  finish: Intervention | undefined
  /** A `finish` was applied: it holds, whatever else is taken back. */
  isFinishing = false
  isPaused = false
  /** Nobody ran the session when what is looked at now was sent. */
  isResting = false

  /** Whether steps of the plan that are about to begin are to be left. */
  get isRecalled(): boolean {
    return this.planEdits.some(({ id }) => this.recalls.has(id))
  }

  /** Whether no step need look here. A `finish` shows in the account that it ends. */
  get isEmpty(): boolean {
    const { steering, overrides, steps, planEdits } = this
    return !this.isPaused && steering.isEmpty && overrides.isEmpty && steps.length + planEdits.length === 0
  }

  /** A person changed one: what it says last counts. */
  edit(intervention: Intervention): void {
    this.overrides.edit(intervention)
    this.planEdits = this.planEdits.map((each) => (each.id === intervention.id ? intervention : each))
    this.steering.edit(intervention)
  }

  remove(id: string): void {
    const isOther = (each: Intervention) => each.id !== id
    this.overrides.remove(id)
    this.steps = this.steps.filter(isOther)
    this.planEdits = this.planEdits.filter(isOther)
    if (this.finish?.id === id) this.finish = undefined
    this.steering.remove(id)
  }
}
