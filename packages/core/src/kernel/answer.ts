/** Questions to people, and their answers. */
import type { Json, JsonObject } from '../json.ts'
import type { Intervention } from '../ports/store.ts'

export type QuestionKind = 'question' | 'approval' | 'uncertain' | 'budget' | 'fork'

export type Question = {
  readonly path: string
  readonly kind: QuestionKind
  readonly question: string
  readonly choices?: readonly string[]
  readonly data?: JsonObject
}

/** What a person answered. An approval's answer is `approve` or `reject`; `input` are arguments they edited. */
export type Answer = { readonly text: string; readonly input?: Json; readonly reason?: string }

/** Reads an answer out of an intervention; a text says why it does not fit the question. */
export function readAnswer(intervention: Intervention, question: Question): Answer | string {
  const body = intervention.body as { text?: string; input?: Json; reason?: string }
  if (intervention.action === 'answer') {
    const text = body.text ?? ''
    if (!question.choices || question.choices.includes(text)) return { text }
    return `not-a-choice: ${question.choices.join(' | ')}`
  }
  if (question.kind !== 'approval' && question.kind !== 'fork') return 'not-an-approval'
  if (intervention.action === 'approve')
    return { text: 'approve', ...(body.input !== undefined && { input: body.input }) }
  return { text: 'reject', ...(body.reason !== undefined && { reason: body.reason }) }
}
