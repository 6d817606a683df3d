/** A question of a session as a form a client shows, and what was filled in as an intervention. */
import type { Action, JsonObject, Question } from '@gyre/core'
import type { ElicitRequestFormParams } from '@modelcontextprotocol/server'
import { z } from 'zod'

/** What a form comes to: what is sent to the session. */
export type FormAnswer = { readonly action: Action; readonly body: JsonObject }

const decisions = ['approve', 'reject'] as const

const decisionSchema = z.object({ decision: z.enum(decisions), reason: z.string().optional() })
const answerSchema = z.object({ answer: z.string() })

const decisionForm = {
  type: 'object' as const,
  properties: {
    decision: { type: 'string' as const, title: 'Decision', enum: [...decisions] },
    reason: { type: 'string' as const, title: 'Reason', description: 'Why not; the model is told.' },
  },
  required: ['decision'],
}

/** Who may be asked: calls of tools that a client owns are for that client, not for a person. */
export function isForPeople({ kind }: Question): boolean {
  return kind !== 'tool'
}

/** Flat, with texts and choices alone: all that clients can show. */
export function formOf(question: Question): ElicitRequestFormParams {
  const { question: message, choices } = question
  if (isDecision(question)) return { message, requestedSchema: decisionForm }
  const answer = { type: 'string' as const, title: 'Answer', ...(choices && { enum: [...choices] }) }
  return { message, requestedSchema: { type: 'object', properties: { answer }, required: ['answer'] } }
}

/** What was filled in; undefined when it does not fit the form. */
export function answerIn(question: Question, content: unknown): FormAnswer | undefined {
  const { path, choices } = question
  if (isDecision(question)) {
    const { data } = decisionSchema.safeParse(content)
    if (!data) return undefined
    if (data.decision === 'approve') return { action: 'approve', body: { question: path } }
    return { action: 'reject', body: { question: path, ...(data.reason && { reason: data.reason }) } }
  }
  const { data } = answerSchema.safeParse(content)
  if (!data || (choices && !choices.includes(data.answer))) return undefined
  return { action: 'answer', body: { question: path, text: data.answer } }
}

/** A person who declines the form says no to what it asks for; to other questions that is no answer. */
export function declined(question: Question): FormAnswer | undefined {
  if (!isDecision(question)) return undefined
  return { action: 'reject', body: { question: question.path, reason: 'The person declined.' } }
}

function isDecision({ kind }: Question): boolean {
  return kind === 'approval' || kind === 'fork'
}
