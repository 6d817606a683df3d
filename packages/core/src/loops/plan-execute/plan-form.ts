/** How a plan is read from a reply, and what stands in for one that cannot be used. */
import { readNumberedLines } from '../../parsing/numbered-lines.ts'
import { type DraftStep, inOrder, planFaults } from './plan.ts'

export type PlanFormOptions = {
  readonly maxSteps: number
  /** Ids of the steps that are finished: known to a plan, and not to be given again. */
  readonly done: ReadonlySet<string>
  /** The plan when no reply can be read. */
  readonly otherwise: readonly DraftStep[]
}

type Plan = { readonly steps: DraftStep[] }

/** A reply with more faults than these learns nothing from the others. */
const maxFaults = 10

/**
 * A plan with faults is asked for again. If the last one can be read all the same, it is cut to `maxSteps`, and its
 * steps run in order when their needs make no sense.
 */
export function planForm({ maxSteps, done, otherwise }: PlanFormOptions) {
  // What the newest reply says. A reply is either JSON that fits, which is checked, or read here first.
  let newest: readonly DraftStep[] = []
  return {
    read: (text: string): Plan | undefined => {
      newest = []
      const goals = readNumberedLines(text)
      return goals.length === 0 ? undefined : { steps: [...inOrder(goals, done)] }
    },
    check: ({ steps }: Plan): readonly string[] => {
      newest = steps
      if (steps.length > maxSteps) return [`there are ${steps.length} steps, and at most ${maxSteps} are allowed`]
      return planFaults(steps, done).slice(0, maxFaults)
    },
    fallback: (): Plan => {
      const kept = newest.slice(0, maxSteps)
      const goals = kept.map(({ goal }) => goal)
      if (kept.length === 0) return { steps: [...otherwise] }
      return { steps: [...(planFaults(kept, done).length === 0 ? kept : inOrder(goals, done))] }
    },
  }
}
