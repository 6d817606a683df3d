/** Plans: what may be wrong with one, which of its steps may run side by side, and how a faulty one is mended. */
import type { PlanStep } from '../../kernel/context.ts'

export type Step = Required<Pick<PlanStep, 'id' | 'goal' | 'needs'>>

/** A step as a model or a person writes it. */
export type DraftStep = Pick<PlanStep, 'id' | 'goal'> & { readonly needs?: readonly string[] | undefined }

/** What is wrong with a plan. A step may need steps before it and those that are done: so there is no cycle. */
export function planFaults(steps: readonly DraftStep[], done: ReadonlySet<string>): readonly string[] {
  const planned = new Set(steps.map(({ id }) => id))
  const before = new Set(done)
  return steps.flatMap(({ id, needs = [] }) => {
    const taken = before.has(id) ? [`two steps have the id \`${id}\`, or it is that of a finished step`] : []
    const missing = needs.filter((need) => !before.has(need))
    before.add(id)
    return [...taken, ...missing.map((need) => `step \`${id}\` needs \`${need}\`, ${whyMissing(planned.has(need))}`)]
  })
}

function whyMissing(isPlanned: boolean): string {
  return isPlanned ? 'which does not come before it' : 'which is no step'
}

/** The steps with their needs; one that says nothing of them needs the step before it. */
export function withNeeds(steps: readonly DraftStep[]): readonly Step[] {
  return steps.map(({ id, goal, needs }, index) => {
    const before = steps.slice(Math.max(0, index - 1), index)
    return { id, goal, needs: needs ?? before.map((step) => step.id) }
  })
}

/** These goals one after another, under ids that are free. */
export function inOrder(goals: readonly string[], done: ReadonlySet<string>): readonly Step[] {
  const ids: string[] = []
  for (let number = 1; ids.length < goals.length; number++) if (!done.has(`${number}`)) ids.push(`${number}`)
  return withNeeds(goals.map((goal, index) => ({ id: ids[index] ?? '', goal })))
}

/** Steps that may run side by side, level by level: each needs steps of earlier levels only. */
export function levelsOf(steps: readonly Step[]): readonly (readonly Step[])[] {
  const depths = new Map<string, number>()
  const depthOf = ({ id, needs }: Step) => {
    // A step that is not in the plan before this one is done.
    const depth = needs.reduce((deepest, need) => Math.max(deepest, 1 + (depths.get(need) ?? -1)), 0)
    depths.set(id, depth)
    return depth
  }
  return [...Map.groupBy(steps, depthOf).values()]
}
