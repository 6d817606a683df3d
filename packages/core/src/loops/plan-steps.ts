/** Plans: what may be wrong with one, and which of its steps may run side by side. */
import type { PlanStep } from '../kernel/context.ts'
import { arranged } from './plan-order.ts'

export type Step = Required<Pick<PlanStep, 'id' | 'goal' | 'needs'>>

/** A step as a model or a person writes it. */
export type DraftStep = Pick<PlanStep, 'id' | 'goal'> & { readonly needs?: readonly string[] | undefined }

/** What is wrong with a plan. A step may need others of it and those that are done, but none that needs it in turn. */
export function planFaults(steps: readonly Step[], done: ReadonlySet<string>): readonly string[] {
  const planned = new Set<string>()
  const taken = steps.flatMap(({ id }) => {
    const isTwice = planned.has(id)
    planned.add(id)
    if (done.has(id)) return [`the id \`${id}\` is that of a finished step`]
    return isTwice ? [`two steps have the id \`${id}\``] : []
  })
  const unknown = steps.flatMap(({ id, needs }) => {
    const missing = needs.filter((need) => !planned.has(need) && !done.has(need))
    return missing.map((need) => `step \`${id}\` needs \`${need}\`, which is no step`)
  })
  const circles = arranged(steps).circles.map(({ id, need }) => {
    return `step \`${id}\` needs \`${need}\`, which ${id === need ? 'is itself' : 'needs it in turn'}`
  })
  return [...taken, ...unknown, ...circles]
}

/**
 * The steps with their needs. One that says nothing of them needs the step before it; in a plan whose steps are not
 * listed in the order they need each other, it needs none.
 */
export function withNeeds(steps: readonly DraftStep[]): readonly Step[] {
  const isListed = isInOrder(steps)
  return steps.map(({ id, goal, needs }, index) => {
    const before = isListed ? steps.slice(Math.max(0, index - 1), index) : []
    return { id, goal, needs: needs ?? before.map((step) => step.id) }
  })
}

/** Whether no step names a later one. */
function isInOrder(steps: readonly DraftStep[]): boolean {
  const later = new Set(steps.map(({ id }) => id))
  return steps.every(({ id, needs = [] }) => {
    later.delete(id)
    return !needs.some((need) => later.has(need))
  })
}

/** These goals one after another, under ids that are free. */
export function inOrder(goals: readonly string[], done: ReadonlySet<string>): readonly Step[] {
  const ids = freeIds(goals.length, done)
  return withNeeds(goals.map((goal, index) => ({ id: ids[index] ?? '', goal })))
}

/** So many numbers that nobody has as an id. */
export function freeIds(count: number, taken: ReadonlySet<string>): readonly string[] {
  const ids: string[] = []
  for (let number = 1; ids.length < count; number++) if (!taken.has(`${number}`)) ids.push(`${number}`)
  return ids
}

/** The steps to run next: those that need none of the others, or one at a time. */
export function nextSteps(steps: readonly Step[], isParallel: boolean): readonly Step[] {
  return (isParallel ? levelsOf(steps)[0] : steps.slice(0, 1)) ?? []
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
