/**
 * What a request is about: results of calls, an answer to a question, guidance, or something new.
 *
 * A session that is named and has ended hands its thread on: the conversation goes on there.
 */
import { requireRole } from '../../auth/caller.ts'
import { invalidField } from '../../http/read-body.ts'
import type { Asker } from '../../session/begin-session.ts'
import type { ChatRequest } from './chat-request.ts'
import { type ChatTask, taskOf } from './chat-task.ts'
import { turnOfResults } from './client-results.ts'
import { newTurn } from './new-turn.ts'
import { callsOfClient, type OwnSession, ownSession, questionsForPeople } from './own-session.ts'
import { replyTo } from './question-text.ts'
import { type NamedThread, threadOf } from './thread.ts'
import type { Turn } from './turn.ts'

export async function findTurn(asker: Asker, request: ChatRequest, headers: Headers): Promise<Turn> {
  requireRole(asker.caller, 'user')
  const results = await turnOfResults(asker, request.messages)
  if (results) return results
  const task = taskOf(request.messages)
  const name = sessionNamed(request)
  const named = name === undefined ? undefined : await ownSession(asker, name)
  if (named && named.view.outcome === null) return goOn(asker, named, task)
  const thread = named ? threadOfSession(named) : threadOf(request, headers, asker.tenant.owner)
  const waiting = thread && (await waitingIn(asker, thread, task))
  return waiting ? goOn(asker, waiting, task) : newTurn(asker, request, { task, thread })
}

/** `metadata` is the client's own: only what looks like a session of ours is taken for one. */
function sessionNamed({ gyre, metadata }: ChatRequest): string | undefined {
  if (gyre?.session !== undefined) return gyre.session
  const named = metadata?.['session_id']
  return typeof named === 'string' && named.startsWith('ses_') ? named : undefined
}

function threadOfSession({ view }: OwnSession): NamedThread | undefined {
  const id = view.definition?.thread
  return id === undefined ? undefined : { id, isTold: false }
}

/** The last session of the thread, when it waits for a person. The same goal once more is a new try, and no answer. */
async function waitingIn(
  asker: Asker,
  { id: thread }: NamedThread,
  { goal }: ChatTask,
): Promise<OwnSession | undefined> {
  const [last] = await asker.tenant.runtime.list({ thread, limit: 1 })
  if (last?.mirror.status !== 'waiting') return undefined
  const own = await ownSession(asker, last.id)
  const { view } = own
  const isForPeople = questionsForPeople(view).length > 0 && callsOfClient(view).length === 0
  return isForPeople && view.definition?.task.goal !== goal ? own : undefined
}

/** An answer for one that waits, guidance for one that works. */
async function goOn({ caller }: Asker, { session, view }: OwnSession, { goal }: ChatTask): Promise<Turn> {
  const by = caller.name
  refuseText(view)
  const [first, ...open] = questionsForPeople(view)
  const turn = { session, after: view.seq, open, isUnanswered: false }
  if (!first) {
    await session.steer(goal, { by })
    return { ...turn, isJoined: true }
  }
  const reply = replyTo(first, goal)
  const question = first.path
  if (!reply) return { ...turn, open: [first, ...open], isUnanswered: true, isJoined: false }
  if (reply.action === 'approve') await session.approve({ by, question })
  else if (reply.action === 'reject') await session.reject(reply.reason, { by, question })
  else await session.answer(reply.text, { by, question })
  return { ...turn, open: [first, ...open], isJoined: false }
}

/** Calls come first: their results are no text of a person. */
function refuseText(view: OwnSession['view']): void {
  const calls = callsOfClient(view)
  if (calls.length > 0) throw invalidField('messages', `the session waits for the results of ${calls.length} calls`)
}
