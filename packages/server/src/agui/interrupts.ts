/** Open questions as interrupts of AG-UI, and what a client resumes them with. */
import { GyreError, type Json, type JsonObject, type Question } from '@gyre/core'
import { callId } from '../session/call-ids.ts'
import { idInThread, type OpenSession } from '../session/client-thread.ts'
import type { Reply } from '../session/replies.ts'
import type { AguiMessage, ResumeEntry } from './run-input.ts'

type Reason = 'tool_call' | 'input_required' | 'confirmation'

const reasons: Readonly<Record<Question['kind'], Reason>> = {
  approval: 'tool_call',
  tool: 'tool_call',
  question: 'input_required',
  budget: 'input_required',
  uncertain: 'confirmation',
  fork: 'confirmation',
}

/** `toolCallId` is the call it is about, if it is about one. */
export function interruptOf(session: string, question: Question, toolCallId: string | undefined): JsonObject {
  const { path, kind, question: message, choices, data } = question
  return {
    id: idInThread(session, path),
    reason: reasons[kind],
    message,
    ...(toolCallId !== undefined && { toolCallId }),
    responseSchema: responseSchema(question),
    metadata: { gyre: { kind, ...(choices && { choices }), ...(data && { data }) } },
  }
}

function isDecision({ kind }: Question): boolean {
  return kind === 'approval' || kind === 'fork'
}

/** Whoever approves may change what the tool is given. */
function responseSchema(question: Question): JsonObject {
  const { choices, kind } = question
  if (!isDecision(question)) {
    const answer = { type: 'string', ...(choices && { enum: choices }) }
    return { type: 'object', properties: { answer }, required: ['answer'] }
  }
  const properties = {
    approved: { type: 'boolean' },
    reason: { type: 'string' },
    ...(kind === 'approval' && { input: { type: 'object', description: 'Arguments in place of those asked about.' } }),
  }
  return { type: 'object', properties, required: ['approved'] }
}

/** Replies to open questions: what is resumed by id, and results of calls that the client ran. */
export function repliesIn({ id, questions }: OpenSession, { resume, messages }: Given): readonly Reply[] {
  const entries = new Map(resume.map((entry) => [entry.interruptId, entry]))
  const replies = questions.flatMap((question) => {
    const key = idInThread(id, question.path)
    const entry = entries.get(key)
    entries.delete(key)
    return (entry ? replyOf(question, entry) : resultOf(id, question, messages)) ?? []
  })
  if (entries.size === 0) return replies
  const unknown = [...entries.keys()].map((each) => `\`${each}\``).join(', ')
  throw new GyreError('request-invalid', `\`resume\` names interrupts that are not open: ${unknown}.`)
}

type Given = { readonly resume: readonly ResumeEntry[]; readonly messages: readonly AguiMessage[] }

function replyOf(question: Question, { status, payload = null }: ResumeEntry): Reply {
  const { path, kind } = question
  if (!isDecision(question)) return { question: path, action: 'answer', text: answerIn(question, status, payload) }
  const { approved, reason, input } = decisionIn(payload)
  const isApproved = status === 'resolved' && approved
  if (!isApproved) return { question: path, action: 'reject', ...(reason !== undefined && { reason }) }
  return { question: path, action: 'approve', ...(kind === 'approval' && input !== undefined && { input }) }
}

type Decision = { readonly approved: boolean; readonly reason?: string | undefined; readonly input?: Json | undefined }

/** Nothing but a clear yes is one. */
function decisionIn(payload: Json): Decision {
  if (!isObject(payload)) return { approved: payload === true || payload === 'approve' }
  const { approved, reason, input } = payload
  return { approved: approved === true, ...(typeof reason === 'string' && { reason }), input }
}

/** A question that nobody wants to answer is answered with nothing; a limit that nobody wants to raise, with an end. */
function answerIn({ kind, path }: Question, status: ResumeEntry['status'], payload: Json): string {
  if (status === 'cancelled') return kind === 'budget' ? 'finish' : ''
  const answer = isObject(payload) ? (payload['answer'] ?? payload['text']) : payload
  if (typeof answer === 'string' || typeof answer === 'number') return String(answer)
  if (kind === 'tool') return JSON.stringify(payload)
  throw new GyreError('request-invalid', `The payload for \`${path}\` has no \`answer\`.`)
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What the client's own tool gave, when the request brings it. */
function resultOf(session: string, { kind, path }: Question, messages: readonly AguiMessage[]): Reply | undefined {
  if (kind !== 'tool') return undefined
  const id = callId(session, path)
  const message = messages.findLast(({ role, toolCallId }) => role === 'tool' && toolCallId === id)
  return message && { question: path, action: 'answer', text: resultText(message) }
}

function resultText({ content, error }: AguiMessage): string {
  const text = typeof content === 'string' ? content : Array.isArray(content) ? content.map(partText).join('\n') : ''
  return error === undefined ? text : [`Error: ${error}`, text].filter((each) => each !== '').join('\n')
}

function partText(part: { readonly type: string; readonly text?: unknown }): string {
  return typeof part.text === 'string' ? part.text : `[${part.type}]`
}
