/** Whether a message in a thread is guidance for the session that works there. */
import type { Asker } from '../../session/begin-session.ts'
import type { ChatMessage, ChatRequest } from './chat-request.ts'
import { textOfMessage } from './chat-task.ts'
import type { OwnSession } from './own-session.ts'
import type { NamedThread } from './thread.ts'

type Said = Pick<ChatRequest, 'model' | 'messages'> & { readonly thread: NamedThread }

/**
 * One that works, or is paused, for the same model. Others get a session of their own: a loop with one request has no
 * place for guidance, a chat that does not have the goal any more was begun anew, and what is being aborted is over.
 */
export async function takesGuidance(asker: Asker, { session, view }: OwnSession, said: Said): Promise<boolean> {
  const { status, definition } = view
  const { runtime } = asker.tenant
  if (!definition || (status !== 'running' && status !== 'paused')) return false
  const { loop, persona, task } = definition
  if ((persona?.name ?? loop) !== said.model || (said.thread.isTold && !isSaidIn(said.messages, task.goal)))
    return false
  if (runtime.loops.find(({ name }) => name === loop)?.traits.speaksAnswer) return false
  const sent = await runtime.store.interventions.list(session.id)
  return !sent.some(({ action }) => action === 'abort' || action === 'finish')
}

function isSaidIn(messages: readonly ChatMessage[], goal: string): boolean {
  return messages.some((message) => message.role === 'user' && textOfMessage(message).trim() === goal)
}
