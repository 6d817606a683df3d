/** Interventions that settle what a session waits for. */
import type { Action } from '../kernel/intervention.ts'

const answers: ReadonlySet<string> = new Set<Action>(['answer', 'approve', 'reject'])

export function isAnswer(action: string): boolean {
  return answers.has(action)
}
