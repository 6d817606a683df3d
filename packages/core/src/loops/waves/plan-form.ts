/** How a plan is asked for and read. */
import { readLoosePlan } from './loose-plan.ts'
import { callFaults, callsOf } from './plan.ts'
import type { Draft } from './schema.ts'
import { knownTo, type Work } from './work.ts'

/** What is wrong with a plan. */
export function draftFaults(draft: Draft, work: Work): readonly string[] {
  const known = knownTo(work)
  return callFaults(callsOf(draft, known), known)
}

/** A plan with faults is shown them, and asked for again. */
export function plannerOptions(work: Work) {
  return {
    label: 'plan',
    name: 'wave',
    role: 'planner' as const,
    read: (text: string) => readLoosePlan(text, work.ctx.tools),
    check: (draft: Draft) => draftFaults(draft, work),
  }
}
