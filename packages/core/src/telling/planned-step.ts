/** A step of a plan as a loop published it, and what facts tell of how it ended. */
import type { Json, JsonObject } from '../json.ts'
import type { FactEvent } from '../kernel/events.ts'
import { isWrapUp } from './finished-step.ts'

/** A step of a plan, as it was published. */
export type PlannedStep = {
  readonly id: string
  readonly goal: string
  readonly needs?: readonly string[]
  readonly tool?: string
  readonly input?: Json
}

/** How a step of a plan ended. */
export type Fate = 'done' | 'failed'

/** The steps that are left, and where the loop that published them writes its own. */
export type PublishedPlan = { readonly steps: readonly PlannedStep[]; readonly base: string }

/** The steps in what a fact holds of a plan. */
export function stepsIn(plan: Json | undefined): readonly PlannedStep[] {
  return Array.isArray(plan) ? (plan as readonly Json[] as readonly PlannedStep[]) : []
}

/** What becomes of a step by this fact; undefined when it tells of none. */
export function fateIn(
  event: FactEvent,
  plan: PublishedPlan,
): { readonly id: string; readonly fate: Fate } | undefined {
  if (event.type === 'note') return scoredFate(event.data)
  const isEnd = event.type === 'step.finished' || (event.type === 'step.failed' && !isLeft(event))
  const { path = '' } = event
  if (!isEnd || !path.startsWith(plan.base)) return undefined
  const id = stepBehind(event, plan, path.slice(plan.base.length).split('/'))
  return id === undefined ? undefined : { id, fate: hasFailed(event) ? 'failed' : 'done' }
}

/** Whether it was not made, or not to its end, because the work was to end or a person changed the plan. */
function isLeft(event: FactEvent): boolean {
  const { code } = (event.data['error'] ?? {}) as { readonly code?: string }
  return isWrapUp(event) || code === 'plan-changed' || code === 'aborted'
}

function scoredFate({ name, value }: JsonObject): ReturnType<typeof fateIn> {
  const { step, quality } = (value ?? {}) as { readonly step?: Json; readonly quality?: Json }
  if (name !== 'score' || typeof step !== 'string') return undefined
  return { id: step, fate: quality === 'failed' ? 'failed' : 'done' }
}

type Requested = { readonly id?: string; readonly tool?: string; readonly task?: { readonly goal?: string } }

/** The id of the step that a record is of. Deeper than in its branch, records are those of other loops. */
function stepBehind({ data }: FactEvent, plan: PublishedPlan, inside: readonly string[]): string | undefined {
  const { id, tool, task } = (data['request'] ?? {}) as Requested
  if (inside.length > 2) return undefined
  if (data['kind'] === 'tool') {
    const isMeant = (step: PlannedStep) => step.id === id && step.tool === tool
    return plan.steps.find(isMeant)?.id ?? (id === tool ? inBranch(plan, inside, tool) : undefined)
  }
  if (inside[1]?.startsWith('expert#')) return inBranch(plan, inside)
  if (data['kind'] !== 'loop') return undefined
  const judged = judgedStep(data)?.id
  // Where a person gave the result, there is no judgement.
  const isMeant = (step: PlannedStep) => step.tool !== undefined && step.goal === task?.goal
  return plan.steps.find((step) => (judged === undefined ? isMeant(step) : step.id === judged))?.id
}

/** Tasks of experts run in branches, in the order of the plan: known where no step stands before one that it needs. */
function inBranch({ steps }: PublishedPlan, [branch = '']: readonly string[], tool?: string): string | undefined {
  const [, index] = /^task#\d+\[(\d+)\]$/.exec(branch) ?? []
  const ids = steps.map(({ id }) => id)
  const isInOrder = steps.every(({ needs = [] }, at) => !needs.some((need) => ids.indexOf(need) > at))
  const step = index === undefined || !isInOrder ? undefined : steps[Number(index)]
  return tool === undefined || (step?.tool ?? tool) === tool ? step?.id : undefined
}

/** How a step judged itself that is a loop of its own. */
function judgedStep({ result }: JsonObject): { readonly id?: string; readonly quality?: string } | undefined {
  const { details } = (result ?? {}) as { readonly details?: { readonly result?: { readonly id?: string } } | null }
  return details?.result
}

/** One that was not made is not always an error: a person may have said that it was made before a crash. */
function isError({ result }: JsonObject): boolean {
  return (result as { readonly error?: true } | null | undefined)?.error === true
}

function hasFailed({ type, data }: FactEvent): boolean {
  if (type === 'step.failed') return true
  if (data['kind'] === 'tool') return isError(data)
  const { answer } = (data['result'] ?? {}) as { readonly answer?: Json }
  return data['kind'] === 'loop' && (judgedStep(data)?.quality ?? (answer === null ? 'failed' : '')) === 'failed'
}
