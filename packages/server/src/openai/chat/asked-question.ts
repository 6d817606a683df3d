/**
 * Questions in chats that name no thread.
 *
 * A client sends back what it was told: the question as the last thing the assistant said. So that, and what the person
 * had said before it, lead back to the session that asked, for the same caller alone.
 */
import { createHash } from 'node:crypto'
import { callerId } from '../../auth/caller.ts'
import type { Asker } from '../../session/begin-session.ts'
import type { ChatMessage, ChatRequest } from './chat-request.ts'
import { textOfMessage } from './chat-task.ts'
import type { Piece } from './piece.ts'

/** Who has not answered by then asks anew. */
const keptMs = 7 * 86_400_000

/** The pieces of an answer; a question among them is noted before the last one is told. */
export async function* noting(
  pieces: AsyncIterable<Piece>,
  asker: Asker,
  { messages }: ChatRequest,
): AsyncGenerator<Piece, void, undefined> {
  let content = ''
  for await (const piece of pieces) {
    if (piece.type === 'content') content += piece.text
    if (piece.type === 'finish' && piece.standing.question) {
      const { keyValue } = asker.tenant.runtime.store
      await keyValue.set(markOf(asker, lastOf(messages, 'user'), content), piece.standing.session, keptMs)
    }
    yield piece
  }
}

/** The session whose question the last message may answer. */
export async function askedBefore(asker: Asker, { messages }: ChatRequest): Promise<string | undefined> {
  const [reply, question] = [messages.at(-1), messages.at(-2)]
  if (reply?.role !== 'user' || question?.role !== 'assistant') return undefined
  const { keyValue } = asker.tenant.runtime.store
  const mark = markOf(asker, lastOf(messages.slice(0, -2), 'user'), textOfMessage(question))
  const session = await keyValue.get(mark)
  return typeof session === 'string' ? session : undefined
}

function lastOf(messages: readonly ChatMessage[], role: ChatMessage['role']): string {
  const last = messages.findLast((message) => message.role === role)
  return last ? textOfMessage(last) : ''
}

function markOf({ caller, tenant }: Asker, said: string, question: string): string {
  const parts = JSON.stringify([tenant.owner, callerId(caller), said.trim(), question.trim()])
  return `asked:${createHash('sha256').update(parts).digest('base64url')}`
}
