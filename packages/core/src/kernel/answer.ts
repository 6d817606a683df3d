/** Questions to people, or to the client of a session, and their answers. */
import type { Json, JsonObject } from '../json.ts'
import type { Intervention } from '../ports/store.ts'
import { type Limits, limitsSchema } from './limits.ts'

/** `tool` is a call that the client who began the session runs: any text is its result. */
export type QuestionKind = 'question' | 'approval' | 'uncertain' | 'budget' | 'fork' | 'tool'

/** What a session waits for: a question of the loop, an approval of a call, or a call that its client is to make. */
export type Question = {
  readonly path: string
  readonly kind: QuestionKind
  readonly question: string
  readonly choices?: readonly string[]
  readonly data?: JsonObject
}

/** What a person answered. An approval's answer is `approve` or `reject`; `input` are arguments they edited. */
export type Answer = { readonly text: string; readonly input?: Json; readonly reason?: string }

/** What is wrong with arguments a person edited; undefined when nothing is. */
export type InputFault = (input: Json) => string | undefined

/** Reads an answer out of an intervention; a text says why it does not fit the question. */
export function readAnswer(intervention: Intervention, question: Question): Answer | string {
  const body = intervention.body as { text?: string; input?: Json; reason?: string }
  if (intervention.action === 'answer') return readText(body.text ?? '', question)
  if (question.kind === 'tool') return 'not-an-approval: it is a call for the client, and waits for its result'
  if (question.kind !== 'approval' && question.kind !== 'fork') return 'not-an-approval'
  if (intervention.action === 'approve')
    return { text: 'approve', ...(body.input !== undefined && { input: body.input }) }
  return { text: 'reject', ...(body.reason !== undefined && { reason: body.reason }) }
}

/** Reads a text as the answer to a question; a text back says why it is none. */
export function readText(text: string, question: Question): Answer | string {
  const { kind, choices } = question
  if (kind === 'budget' && text !== 'finish' && !grantedLimits(text, question))
    return 'not-an-amount: a number, or `finish`'
  if (choices && !choices.includes(text)) return `not-a-choice: ${choices.join(' | ')}`
  return { text }
}

/** The limits that an answer such as `10` to the question for more adds. */
export function grantedLimits(text: string, { data }: Pick<Question, 'data'>): Limits | undefined {
  const resource = String(data?.['resource'])
  const amount = Number(text.trim())
  if (!Number.isFinite(amount) || amount <= 0) return undefined
  const tool = resource.startsWith('tool:') ? resource.slice('tool:'.length) : undefined
  const parsed = limitsSchema.safeParse(tool ? { perTool: { [tool]: amount } } : { [resource]: amount })
  return parsed.success ? parsed.data : undefined
}
