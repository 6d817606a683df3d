/** What a client replies to the open questions of a session. */
import { type Action, GyreError, type Json, type Question } from '@gyre/core'
import { requireRole } from '../auth/caller.ts'
import type { Asker } from './begin-session.ts'
import { callId } from './call-ids.ts'
import { idInThread, type OpenSession } from './client-thread.ts'

/** One reply, by the path of its question. */
export type Reply = { readonly question: string } & (
  | { readonly action: 'answer'; readonly text: string }
  | { readonly action: 'approve'; readonly input?: Json }
  | { readonly action: 'reject'; readonly reason?: string }
)

/** The paths of questions that replies were sent to, by the id of the intervention. */
export type SentReplies = ReadonlyMap<string, string>

/** Sends a reply to every open question. Fails before any is sent when one has none, or it cannot go on here. */
export async function settle(
  { caller, tenant }: Asker,
  session: OpenSession,
  replies: readonly Reply[],
): Promise<SentReplies> {
  requireRole(caller, 'user')
  refuseUncovered(session, replies)
  const { runtime } = tenant
  // Before anything is sent: one that cannot go on here would tell nobody.
  await runtime.checkResume(session.id)
  const sent = new Map<string, string>()
  for (const { action, ...body } of replies) {
    const { id } = await runtime.send(session.id, action satisfies Action, body, { by: caller.name })
    sent.set(id, body.question)
  }
  await runtime.wake(session.id)
  return sent
}

function refuseUncovered({ id, questions }: OpenSession, replies: readonly Reply[]): void {
  const covered = new Set(replies.map(({ question }) => question))
  const uncovered = questions.filter(({ path }) => !covered.has(path))
  if (uncovered.length === 0) return
  const open = uncovered.map((question) => replyId(id, question))
  const shown = uncovered.map(({ question }, index) => `\`${open[index]}\` (${question})`).join('; ')
  throw new GyreError('request-invalid', `Session \`${id}\` waits, and the request has no reply to ${shown}.`, {
    session: id,
    open,
  })
}

/** What a client names to reply to a question: the call that it runs, or the question. */
function replyId(session: string, { kind, path }: Question): string {
  return kind === 'tool' ? callId(session, path) : idInThread(session, path)
}
