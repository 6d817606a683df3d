/** A step of a plan, as the page compares and draws it. */
import type { PlannedStep } from '@gyre/core/view'

export type Planned = {
  /** What tells it from every other step of the session's plans. */
  readonly key: string
  readonly id: string
  readonly goal: string
  readonly tool: string | undefined
  readonly needs: readonly string[]
}

/** Another plan may give the same id to another step. */
export function keyOf({ id, goal }: Pick<PlannedStep, 'id' | 'goal'>): string {
  return `${id} ${goal.trim()}`
}

export function plannedOf(step: PlannedStep): Planned {
  const { id, goal, tool, needs = [] } = step
  return { key: keyOf(step), id, goal: goal.trim(), tool, needs }
}

/** Whether it asks for the same, by the same means, after the same steps. */
export function isSamePlanned(one: Planned, other: Planned): boolean {
  return one.key === other.key && one.tool === other.tool && needsText(one) === needsText(other)
}

function needsText({ needs }: Planned): string {
  return [...needs].sort().join(' ')
}
