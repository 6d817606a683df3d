/** Results of calls that a client has run: the session that waits for them goes on. */
import { factOf, GyreError, type JournalRow, type JsonObject } from '@gyre/core'
import { invalidField } from '../../http/read-body.ts'
import type { Asker } from '../../session/begin-session.ts'
import { callId, sessionOfCall } from '../../session/call-ids.ts'
import type { SentReplies } from '../../session/replies.ts'
import type { ChatMessage } from './chat-request.ts'
import { textOfMessage } from './chat-task.ts'
import { callsOfClient, type OwnSession, ownSession, questionsForPeople } from './own-session.ts'
import type { Turn } from './turn.ts'

/**
 * Undefined when the messages bring no results, or none that a session waits for: those of another server, and of a
 * session that has ended, are part of what was said before. `named` is a session that the request is about.
 */
export async function turnOfResults(
  asker: Asker,
  messages: readonly ChatMessage[],
  named: string | undefined,
): Promise<Turn | undefined> {
  const results = lastResults(messages)
  const [id, other] = new Set([...results.keys()].flatMap((call) => sessionOfCall(call) ?? []))
  if (id === undefined) return undefined
  if (other !== undefined) throw invalidField('messages', 'the results are of calls of two sessions')
  const own = named === id ? await ownSession(asker, id) : await ownSession(asker, id).catch(unknownHere)
  if (!own) return undefined
  const given = { results, said: lastWords(messages) }
  const isAwaited = callsOfClient(own.view).some(({ path }) => results.has(callId(id, path)))
  return isAwaited ? takenTurn(asker, own, given) : givenBefore(asker, own, given)
}

type Results = ReadonlyMap<string, string>

type Given = {
  readonly results: Results
  /** What the user says after the results, which is guidance for what comes next; empty when that is nothing. */
  readonly said: string
}

/** One that is not there for the caller may be of another server. */
function unknownHere(error: unknown): undefined {
  if (!(error instanceof GyreError) || error.code !== 'session-unknown') throw error
}

async function takenTurn({ caller, tenant }: Asker, own: OwnSession, { results, said }: Given): Promise<Turn> {
  const { session, view } = own
  await tenant.runtime.checkResume(session.id)
  const replies = await giveResults(own, results, caller.name)
  if (said !== '') await session.steer(said, { by: caller.name })
  return { session, after: view.seq, open: questionsForPeople(view), replies, isUnanswered: false, isJoined: false }
}

/**
 * A client that tries again: what came of its results is told again. Undefined when nothing did: they, and what is said
 * after them, want a new try.
 */
async function givenBefore({ caller, tenant }: Asker, own: OwnSession, given: Given): Promise<Turn | undefined> {
  const { session, view } = own
  const { results, said } = given
  const sent = sentIn((await tenant.runtime.read(session.id)).rows)
  const brought = sent.filter(({ question }) => results.has(callId(session.id, question)))
  const isNew = said !== '' && !sent.some(({ text }) => text === said)
  const [first] = brought
  if (view.outcome !== null && (!first || isNew || view.answer === null)) return undefined
  if (!first) throw invalidField('messages', `session \`${session.id}\` waits for none of these results`)
  if (isNew) await session.steer(said, { by: caller.name })
  const replies = new Map(brought.map(({ id, question }) => [id, question]))
  return { session, after: first.seq - 1, open: [], replies, isUnanswered: false, isJoined: true }
}

/** What was sent to a session, in the order in which it was taken. */
function sentIn(rows: readonly JournalRow[]) {
  return rows
    .filter(({ type }) => type === 'intervention.queued')
    .map((row) => {
      const { id, body } = factOf(row).data as { readonly id: string; readonly body?: JsonObject }
      return { seq: row.seq, id, question: String(body?.['question']), text: body?.['text'] }
    })
}

/** What tools said after the last word of the assistant, by call. */
function lastResults(messages: readonly ChatMessage[]): Results {
  const since = messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1)
  return new Map(
    since
      .filter(({ role }) => role === 'tool')
      .map((message) => [message.tool_call_id ?? '', textOfMessage(message)] as const),
  )
}

function lastWords(messages: readonly ChatMessage[]): string {
  const last = messages.at(-1)
  return last?.role === 'user' ? textOfMessage(last).trim() : ''
}

async function giveResults({ session, view }: OwnSession, results: Results, by: string): Promise<SentReplies> {
  const calls = callsOfClient(view).map(({ path }) => ({ path, id: callId(session.id, path) }))
  const missing = calls.filter(({ id }) => !results.has(id)).map(({ id }) => id)
  if (missing.length > 0) throw invalidField('messages', `results are missing for the calls ${missing.join(', ')}`)
  const replies = new Map<string, string>()
  for (const { path, id: key } of calls) {
    // Sent twice, as by a client that tries again, a result counts once. What was set aside goes on with news alone.
    const once = view.refusal ? {} : { key }
    const { id } = await session.answer(results.get(key) ?? '', { question: path, by, ...once })
    replies.set(id, path)
  }
  return replies
}
