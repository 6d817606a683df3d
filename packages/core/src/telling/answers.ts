/** Interventions that settle what a session waits for. */
import type { Json } from '../json.ts'
import type { Question } from '../kernel/answer.ts'
import type { Action } from '../kernel/intervention.ts'

const answers: ReadonlySet<string> = new Set<Action>(['answer', 'approve', 'reject'])

/** Whether an action settles what a session waits for. */
export function isAnswer(action: string): boolean {
  return answers.has(action)
}

/** What was sent to a session, as far as it tells whether that settles something. */
type Sent = { readonly action: string; readonly state: string; readonly body: Json }

/** Whether somebody has answered a question, and nobody has looked at that yet. */
export function isAnswered({ path }: Question, open: readonly Question[], sent: readonly Sent[]): boolean {
  return sent.some(({ action, state, body }) => {
    if (state !== 'queued' || !isAnswer(action)) return false
    const { question } = body as { readonly question?: string }
    return question === path || (question === undefined && open.length === 1)
  })
}
