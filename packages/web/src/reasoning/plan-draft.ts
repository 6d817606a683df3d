/** A plan while somebody changes it: only what has not begun can be changed. */
import type { DrawnStep } from '../families/plan/plan-picture.ts'

export type DraftStep = {
  /** Stays the same while it is edited. */
  readonly key: string
  readonly id: string
  readonly goal: string
  readonly tool: string
  readonly needs: readonly string[]
  /** It runs already: it is sent as it is. */
  readonly isFixed: boolean
  /** What else its loop gave it. */
  readonly rest: Readonly<Record<string, unknown>>
}

export type PlanDraft = readonly DraftStep[]

const changeable: ReadonlySet<DrawnStep['state']> = new Set(['next', 'later'])
const underWay: ReadonlySet<DrawnStep['state']> = new Set(['running', 'held', 'asks'])

/** What is left of a plan. `published` are its steps as the loop gave them. */
export function draftOf(
  steps: readonly DrawnStep[],
  published: readonly Readonly<Record<string, unknown>>[],
): PlanDraft {
  return steps
    .filter(({ state }) => changeable.has(state) || underWay.has(state))
    .map(({ key, id, goal, tool = '', needs, state }) => {
      const { id: _, goal: __, tool: ___, needs: ____, ...rest } = published.find((each) => each['id'] === id) ?? {}
      return { key, id, goal, tool, needs, isFixed: underWay.has(state), rest }
    })
}

/** A plan that was sent, to be changed once more. `now` is what is left of the one it would take the place of. */
export function draftOfQueued(sent: readonly Readonly<Record<string, unknown>>[], now: PlanDraft): PlanDraft {
  return sent.map(({ id, goal, tool, needs, ...rest }) => ({
    key: `sent ${String(id)}`,
    id: String(id),
    goal: String(goal ?? ''),
    tool: typeof tool === 'string' ? tool : '',
    needs: Array.isArray(needs) ? needs.map(String) : [],
    isFixed: now.some((step) => step.id === id && step.isFixed),
    rest,
  }))
}

export function edited(draft: PlanDraft, key: string, change: Partial<Pick<DraftStep, 'goal' | 'tool' | 'needs'>>) {
  // What its tool was to be given was meant for the old goal.
  const withoutInput = ({ input: _, ...rest }: DraftStep['rest']) => rest
  return draft.map((step) => {
    if (step.key !== key || step.isFixed) return step
    const isOther = change.goal !== undefined || change.tool !== undefined
    return { ...step, ...change, rest: isOther ? withoutInput(step.rest) : step.rest }
  })
}

/** Nobody needs it any more. */
export function removed(draft: PlanDraft, key: string): PlanDraft {
  const gone = draft.find((step) => step.key === key && !step.isFixed)
  if (!gone) return draft
  return draft
    .filter((step) => step.key !== key)
    .map((step) => ({ ...step, needs: step.needs.filter((need) => need !== gone.id) }))
}

/** One place up or down. */
export function moved(draft: PlanDraft, key: string, by: -1 | 1): PlanDraft {
  const from = draft.findIndex((step) => step.key === key)
  const [step, other] = [draft[from], draft[from + by]]
  if (!step || !other) return draft
  return draft.with(from, other).with(from + by, step)
}

/** A new step at the end, under an id that nobody has. */
export function added(draft: PlanDraft, taken: ReadonlySet<string>, tool: string): PlanDraft {
  const ids = new Set([...taken, ...draft.map(({ id }) => id)])
  const form = /^(\D*)\d+$/.exec([...ids].at(-1) ?? '')?.[1] ?? ''
  let number = 1
  while (ids.has(`${form}${number}`)) number += 1
  const id = `${form}${number}`
  return [...draft, { key: `new ${id}`, id, goal: '', tool, needs: [], isFixed: false, rest: {} }]
}

/** What keeps it from being sent. */
export function faultsOf(draft: PlanDraft, done: ReadonlySet<string>): readonly string[] {
  const ids = new Set([...done, ...draft.map(({ id }) => id)])
  const empty = draft.filter(({ goal }) => goal.trim() === '').map(({ id }) => `Step ${id} has no goal.`)
  const unknown = draft.flatMap(({ id, needs }) =>
    needs.filter((need) => !ids.has(need)).map((need) => `Step ${id} needs ${need}, which is no step.`),
  )
  const circle = circleIn(draft)
  return [...empty, ...unknown, ...(circle === undefined ? [] : [`Step ${circle} needs itself, by way of others.`])]
}

function circleIn(draft: PlanDraft): string | undefined {
  const needs = new Map(draft.map((step) => [step.id, step.needs]))
  const reaches = (from: string, to: string, seen: Set<string>): boolean =>
    (needs.get(from) ?? []).some((need) => {
      if (need === to) return true
      if (seen.has(need)) return false
      seen.add(need)
      return reaches(need, to, seen)
    })
  return draft.find(({ id }) => reaches(id, id, new Set()))?.id
}

/** As it is sent. */
export function stepsToSend(draft: PlanDraft): readonly Readonly<Record<string, unknown>>[] {
  return draft.map(({ id, goal, tool, needs, rest }) => ({
    ...rest,
    id,
    goal: goal.trim(),
    ...(tool !== '' && { tool }),
    needs,
  }))
}
