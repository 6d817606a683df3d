/** Results of calls that a client has run: the session that waits for them goes on. */
import { GyreError } from '@gyre/core'
import { invalidField } from '../../http/read-body.ts'
import type { Asker } from '../../session/begin-session.ts'
import { callId, sessionOfCall } from '../../session/call-ids.ts'
import type { ChatMessage } from './chat-request.ts'
import { textOfMessage } from './chat-task.ts'
import { callsOfClient, type OwnSession, ownSession, questionsForPeople } from './own-session.ts'
import type { Turn } from './turn.ts'

/**
 * Undefined when the messages bring no results, or none that a session waits for: those of another server, and of a
 * session that has ended, are part of what was said before.
 */
export async function turnOfResults(asker: Asker, messages: readonly ChatMessage[]): Promise<Turn | undefined> {
  const results = lastResults(messages)
  const [id, other] = new Set([...results.keys()].flatMap((call) => sessionOfCall(call) ?? []))
  if (id === undefined) return undefined
  if (other !== undefined) throw invalidField('messages', 'the results are of calls of two sessions')
  const own = await ownSession(asker, id)
  if (own.view.outcome !== null) return undefined
  await giveResults(own, results, asker.caller.name)
  await steerBy(own, messages, asker.caller.name)
  const { session, view } = own
  return { session, after: view.seq, open: questionsForPeople(view), isUnanswered: false, isJoined: false }
}

type Results = ReadonlyMap<string, string>

/** What tools said after the last word of the assistant, by call. */
function lastResults(messages: readonly ChatMessage[]): Results {
  const since = messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1)
  return new Map(
    since
      .filter(({ role }) => role === 'tool')
      .map((message) => [message.tool_call_id ?? '', textOfMessage(message)] as const),
  )
}

async function giveResults({ session, view }: OwnSession, results: Results, by: string): Promise<void> {
  const calls = callsOfClient(view).map(({ path }) => ({ path, id: callId(session.id, path) }))
  const given = calls.filter(({ id }) => results.has(id))
  if (given.length === 0)
    throw new GyreError('session-busy', `Session \`${session.id}\` has these results already, and works.`)
  const missing = calls.filter(({ id }) => !results.has(id)).map(({ id }) => id)
  if (missing.length > 0) throw invalidField('messages', `results are missing for the calls ${missing.join(', ')}`)
  // Sent twice, as by a client that tries again, a result counts once.
  for (const { path, id } of given) await session.answer(results.get(id) ?? '', { question: path, by, key: id })
}

/** What the user says after the results is guidance for what comes next. */
async function steerBy({ session }: OwnSession, messages: readonly ChatMessage[], by: string): Promise<void> {
  const last = messages.at(-1)
  const text = last?.role === 'user' ? textOfMessage(last).trim() : ''
  if (text !== '') await session.steer(text, { by })
}
