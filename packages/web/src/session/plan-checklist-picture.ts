/** A plan as a check-list: what is done, what runs, what is left, what was not made. */
import type { PlannedStep } from '@gyre/core/view'
import type { SessionLog } from './session-log.ts'

export type ChecklistItem = {
  readonly key: string
  readonly goal: string
  readonly tool: string | null
  readonly state: 'done' | 'failed' | 'now' | 'next' | 'not-made'
  /** The score a judge gave it, where one did. */
  readonly score: number | null
  /** What its loop says of the result in the end: `medium confidence`, `not answered`. */
  readonly remark: string | null
  /** When what runs now began, without the time it was held up; null while it is. */
  readonly since: number | null
}

export function planChecklist(log: SessionLog): readonly ChecklistItem[] {
  const { done, left } = log.plan
  const scores = scoresOf(log)
  const said = (step: PlannedStep) => ({ score: scores.get(step.id) ?? null, remark: remarkOn(step, log) })
  const items = [
    ...done.map(({ step, fate }) => itemOf(step, { state: fate, ...said(step) })),
    ...left.map((step) => itemOf(step, { ...standingOf(log, step), ...said(step) })),
  ]
  return items.map((item, place) => ({ ...item, key: `${place} ${item.key}` }))
}

type Standing = Pick<ChecklistItem, 'state'> & Partial<Pick<ChecklistItem, 'since' | 'score' | 'remark'>>

function itemOf({ id, goal, tool }: PlannedStep, standing: Standing): ChecklistItem {
  return { key: id, goal, tool: tool ?? null, since: null, score: null, remark: null, ...standing }
}

function standingOf(log: SessionLog, step: PlannedStep): Standing {
  const { plan, hasEnded, still } = log
  if (plan.isOver(step)) return { state: plan.ended(step).fate }
  if (hasEnded) return { state: plan.hasWorked && log.view.outcome === 'answered' ? 'done' : 'not-made' }
  const isReady = (step.needs ?? []).every((id) => {
    const needed = plan.left.find((other) => other.id === id)
    return needed === undefined || plan.isOver(needed)
  })
  if (!isReady || !isFirstReady(log, step)) return { state: 'next' }
  return { state: 'now', since: still.isStill ? null : workedSince(log) }
}

/** A loop that works on one step at a time is at the first that is not over; one with needs written down, at all that are ready. */
function isFirstReady({ plan }: SessionLog, step: PlannedStep): boolean {
  if (plan.left.some(({ needs = [] }) => needs.length > 0)) return true
  const tools = plan.left.every(({ tool }) => tool !== undefined)
  return tools || plan.left.find((other) => !plan.isOver(other)) === step
}

/** Time in which nothing is done is not counted. */
function workedSince({ running, still }: SessionLog): number | null {
  const starts = running.all.map(({ startedAt }) => startedAt)
  return starts.length === 0 ? null : still.workedSince(Math.min(...starts))
}

type Task = {
  readonly id?: unknown
  readonly task?: unknown
  readonly confidence?: unknown
  readonly outcome?: unknown
}

/** Experts say how sure they are. */
function remarkOn({ id, goal }: PlannedStep, { view }: SessionLog): string | null {
  const { tasks } = (view.details ?? {}) as { readonly tasks?: unknown }
  if (!Array.isArray(tasks)) return null
  const found = (tasks as readonly Task[]).find((each) => each.id === id && each.task === goal)
  if (typeof found?.outcome === 'string' && found.outcome !== 'answered') return 'not answered'
  return typeof found?.confidence === 'string' ? `${found.confidence} confidence` : null
}

/** The newest score of each step, by its id. */
function scoresOf(log: SessionLog): ReadonlyMap<string, number> {
  const scores = new Map<string, number>()
  for (const { value } of log.notesNamed('score')) {
    const { step, score } = (value ?? {}) as { readonly step?: unknown; readonly score?: unknown }
    if (typeof step === 'string' && typeof score === 'number') scores.set(step, score)
  }
  return scores
}
