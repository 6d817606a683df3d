/** Interventions that settle what a session waits for. */
import type { Action } from '../kernel/intervention.ts'

const answers: ReadonlySet<string> = new Set<Action>(['answer', 'approve', 'reject'])

/** Whether an action settles what a session waits for. */
export function isAnswer(action: string): boolean {
  return answers.has(action)
}
