/** The plan as a check-list: what is done, what runs, what is left. */
import { type FactEvent, PlanHistory, type PlannedStep } from '@gyre/core'
import type { Moment, ShownStep } from './moment.ts'

export class PlanPicture {
  readonly #history = new PlanHistory()
  #revision = 0
  #shown = ''

  /** The plan, when this fact changed what is shown of it. */
  apply(event: FactEvent): readonly Moment[] {
    this.#history.apply(event)
    if (event.type === 'plan.changed') this.#revision += 1
    if (this.#revision === 0) return []
    const steps = this.#steps()
    const shown = JSON.stringify([this.#revision, steps])
    if (shown === this.#shown) return []
    this.#shown = shown
    return [{ type: 'plan', revision: this.#revision, steps }]
  }

  #steps(): readonly ShownStep[] {
    const { done, left } = this.#history
    const over = left.filter((step) => this.#history.isOver(step)).map(({ id }) => id)
    const isReady = (needs: readonly string[] = []) =>
      needs.every((id) => over.includes(id) || !left.some((step) => step.id === id))
    const stateOf = (step: PlannedStep): ShownStep['state'] => {
      if (over.includes(step.id)) return this.#history.ended(step).fate
      return isReady(step.needs) ? 'running' : 'pending'
    }
    return [
      ...done.map(({ step: { id, goal }, fate }): ShownStep => ({ id, goal, state: fate })),
      ...left.map((step): ShownStep => ({ id: step.id, goal: step.goal, state: stateOf(step) })),
    ]
  }
}
