/** How a plan is read from a reply, and what stands in for one that cannot be used. */

import { arranged } from '../plan-order.ts'
import { type DraftStep, inOrder, planFaults, type Step, withNeeds } from '../plan-steps.ts'
import { readLoosePlan } from './loose-plan.ts'

/** Steps, and the goals of those that were too many. */
export type Cut = { readonly steps: readonly Step[]; readonly leftOut: readonly string[] }

export type PlanFormOptions = {
  readonly maxSteps: number
  /** Ids of the steps that are finished: known to a plan, and not to be given again. */
  readonly done: ReadonlySet<string>
  /** The plan when no reply can be read. */
  readonly otherwise: Cut
}

type Plan = { readonly steps: DraftStep[] }

/** A reply with more faults than these learns nothing from the others. */
const maxFaults = 10

/**
 * A plan with faults is asked for again. If the last one can be read all the same, its steps run in order when their
 * needs make no sense, and it is cut to `maxSteps`.
 */
export function planForm({ maxSteps, done, otherwise }: PlanFormOptions) {
  // What the newest reply says. A reply is either JSON that fits, which is checked, or read here first.
  let newest: readonly DraftStep[] = []
  return {
    read: (text: string) => {
      newest = []
      return readLoosePlan(text, done)
    },
    check: ({ steps }: Plan): readonly string[] => {
      newest = steps
      if (steps.length > maxSteps) return [`there are ${steps.length} steps, and at most ${maxSteps} are allowed`]
      return planFaults(withNeeds(steps), done).slice(0, maxFaults)
    },
    /** The newest plan in the order it runs in, with no more steps than it may have. */
    settled: (): Cut => {
      if (newest.length === 0) return otherwise
      const named = withNeeds(newest)
      const goals = newest.map(({ goal }) => goal)
      const steps = planFaults(named, done).length === 0 ? arranged(named).steps : inOrder(goals, done)
      return { steps: steps.slice(0, maxSteps), leftOut: steps.slice(maxSteps).map(({ goal }) => goal) }
    },
  }
}
