/**
 * What a request is about: results of calls, an answer to a question, guidance, or something new.
 *
 * A session that is named and has ended hands its thread on: the conversation goes on there. In a thread that is named,
 * a message is for the session that waits or works there, if it is.
 */
import { GyreError, type Intervention } from '@gyre/core'
import { requireRole } from '../../auth/caller.ts'
import { invalidField } from '../../http/read-body.ts'
import { isVisibleTo } from '../../session/asker.ts'
import type { Asker } from '../../session/begin-session.ts'
import { askedBefore } from './asked-question.ts'
import type { ChatRequest } from './chat-request.ts'
import { type ChatTask, taskOf } from './chat-task.ts'
import { turnOfResults } from './client-results.ts'
import { takesGuidance } from './guidance.ts'
import { newTurn } from './new-turn.ts'
import { callsOfClient, type OwnSession, ownSession, questionsForPeople } from './own-session.ts'
import { type Reply, replyTo } from './question-text.ts'
import { type NamedThread, threadOf } from './thread.ts'
import type { Turn } from './turn.ts'

export async function findTurn(asker: Asker, request: ChatRequest, headers: Headers): Promise<Turn> {
  requireRole(asker.caller, 'user')
  const name = sessionNamed(request)
  const results = await turnOfResults(asker, request.messages, name)
  if (results) return results
  const task = taskOf(request.messages)
  const named = name === undefined ? undefined : await ownSession(asker, name)
  if (named && named.view.outcome === null) return goOn(asker, named, task)
  const thread = named ? threadOfSession(named) : threadOf(request, headers, asker.tenant.owner)
  const open = thread
    ? await openIn(asker, thread, { request, task, isNamed: !named })
    : await openFor(asker, await askedBefore(asker, request))
  const turn = open && (await goOn(asker, open, task).catch(endedMeanwhile))
  return turn ?? newTurn(asker, request, { task, thread })
}

function endedMeanwhile(error: unknown): undefined {
  if (!(error instanceof GyreError) || error.code !== 'session-ended') throw error
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

type Wish = {
  readonly request: ChatRequest
  readonly task: ChatTask
  /** Whether the thread itself was named: who names a session that has ended may go on from there more than once. */
  readonly isNamed: boolean
}

/** The last session of the thread, when a message is for it. The same goal once more is a new try. */
async function openIn(asker: Asker, thread: NamedThread, wish: Wish): Promise<OwnSession | undefined> {
  const [last] = await asker.tenant.runtime.list({ thread: thread.id, limit: 1 })
  if (!last || last.state === 'ended' || !isVisibleTo(asker.caller, last)) return undefined
  const own = await ownSession(asker, last.id)
  if (own.view.definition?.task.goal === wish.task.goal) return undefined
  if (isForPeople(own.view)) return own
  return wish.isNamed && (await takesGuidance(asker, own, { ...wish.request, thread })) ? own : undefined
}

/** A session that asked in this conversation, if it still waits for an answer. */
async function openFor(asker: Asker, id: string | undefined): Promise<OwnSession | undefined> {
  const own = id === undefined ? undefined : await ownSession(asker, id).catch(notThere)
  return own && isForPeople(own.view) ? own : undefined
}

function notThere(error: unknown): undefined {
  if (!(error instanceof GyreError) || error.code !== 'session-unknown') throw error
}

function isForPeople(view: OwnSession['view']): boolean {
  return view.status === 'waiting' && questionsForPeople(view).length > 0 && callsOfClient(view).length === 0
}

/** An answer for one that waits, guidance for one that works. */
async function goOn({ caller, tenant }: Asker, { session, view }: OwnSession, { goal }: ChatTask): Promise<Turn> {
  const by = caller.name
  const { runtime } = tenant
  refuseText(view)
  const [first, ...open] = questionsForPeople(view)
  const turn = { session, after: view.seq, open, isUnanswered: false }
  if (!first) {
    await runtime.checkResume(session.id)
    await session.steer(goal, { by })
    return { ...turn, isJoined: true }
  }
  const reply = replyTo(first, goal)
  const question = first.path
  if (!reply) return { ...turn, open: [first, ...open], isUnanswered: true, isJoined: false }
  await runtime.checkResume(session.id)
  const { id } = await send(session, reply, { by, question })
  return { ...turn, open: [first, ...open], replies: new Map([[id, question]]), isJoined: false }
}

type Sending = { readonly by: string; readonly question: string }

function send(session: OwnSession['session'], reply: Reply, options: Sending): Promise<Intervention> {
  if (reply.action === 'approve') return session.approve(options)
  if (reply.action === 'reject') return session.reject(reply.reason, options)
  return session.answer(reply.text, options)
}

/** Calls come first: their results are no text of a person. */
function refuseText(view: OwnSession['view']): void {
  const calls = callsOfClient(view)
  if (calls.length > 0) throw invalidField('messages', `the session waits for the results of ${calls.length} calls`)
}
