/** What the messages of a chat reply to open questions: outputs of tools, approvals, or what the user says next. */
import { GyreError, type Question } from '@gyre/core'
import { questionText, replyTo } from '../openai/chat/question-text.ts'
import { callId } from '../session/call-ids.ts'
import { idInThread, type OpenSession } from '../session/client-thread.ts'
import type { Reply } from '../session/replies.ts'
import type { UiMessage, UiPart } from './chat-input.ts'

export function uiReplies({ id, questions }: OpenSession, messages: readonly UiMessage[]): readonly Reply[] {
  const parts = messages.findLast(({ role }) => role === 'assistant')?.parts ?? []
  const replies = questions.flatMap((question) => partReply(id, question, parts) ?? [])
  const open = questions.filter(({ path }) => !replies.some(({ question }) => question === path))
  return [...replies, ...spokenReply(open, messages.at(-1))]
}

/** Fails with what would be an answer when the message of the user is none. */
export function refuseUnfit({ id, questions }: OpenSession, replies: readonly Reply[], last?: UiMessage): void {
  const open = questions.filter(({ path }) => !replies.some(({ question }) => question === path))
  if (!isSpokenTo(open, last)) return
  const fault = 'The message was not accepted: it has no reply to the open question.'
  throw new GyreError('request-invalid', `${fault}\n\n${questionText(open)}`, {
    session: id,
    open: open.map(({ path }) => idInThread(id, path)),
  })
}

function partReply(session: string, { path, kind }: Question, parts: readonly UiPart[]): Reply | undefined {
  if (kind === 'tool') {
    const id = callId(session, path)
    const text = outputText(parts.find(({ toolCallId }) => toolCallId === id))
    return text === undefined ? undefined : { question: path, action: 'answer', text }
  }
  const asked = idInThread(session, path)
  const { approved, reason } = parts.find(({ approval }) => approval?.id === asked)?.approval ?? {}
  if (approved === undefined) return undefined
  if (approved) return { question: path, action: 'approve' }
  return { question: path, action: 'reject', ...(reason !== undefined && { reason }) }
}

function outputText(part: UiPart | undefined): string | undefined {
  if (part?.state === 'output-error') return `Error: ${part.errorText ?? 'the tool failed'}`
  if (part?.state !== 'output-available') return undefined
  const { output = null } = part
  return typeof output === 'string' ? output : JSON.stringify(output)
}

/** When one question is left, the next message is about it. */
function isSpokenTo(open: readonly Question[], last: UiMessage | undefined): last is UiMessage {
  return open.length === 1 && open[0]?.kind !== 'tool' && last?.role === 'user'
}

function spokenReply(open: readonly Question[], last: UiMessage | undefined): readonly Reply[] {
  const [question] = open
  if (!question || !isSpokenTo(open, last)) return []
  const reply = replyTo(question, last.parts.map(({ type, text = '' }) => (type === 'text' ? text : '')).join(''))
  return reply ? [{ question: question.path, ...reply }] : []
}
