/** A request becomes a response: a session begins for it, or one that waits or works goes on. */

import { invalidField } from '../http/read-body.ts'
import type { ChatRequest } from '../openai/chat/chat-request.ts'
import { findTurn } from '../openai/chat/find-turn.ts'
import { ownSession } from '../openai/chat/own-session.ts'
import { questionText } from '../openai/chat/question-text.ts'
import type { Turn } from '../openai/chat/turn.ts'
import type { Asker } from '../session/begin-session.ts'
import { chatForm } from './chat-form.ts'
import { itemsOf } from './references.ts'
import type { ResponseRequest } from './request.ts'
import { echoOf } from './response-echo.ts'
import type { AskedResponse } from './response-encoder.ts'
import { responseId } from './response-id.ts'
import { keepResponse, keptResponse } from './response-records.ts'
import { readResponse } from './tell-response.ts'

type Asked = { readonly asked: AskedResponse; readonly turn: Turn; readonly chat: ChatRequest }

type AskOptions = {
  readonly headers: Headers
  /** Seconds since 1970. */
  readonly at: number
  readonly redacted: (text: string) => string
}

export async function askResponse(asker: Asker, request: ResponseRequest, options: AskOptions): Promise<Asked> {
  const { runtime, owner } = asker.tenant
  const keeper = { keyValue: runtime.store.keyValue, owner }
  const before = request.previous_response_id
  const previous = before ? await keptResponse(keeper, before) : undefined
  const items = await itemsOf(request.input, async (ref) => {
    const asked = await keptResponse(keeper, responseId(ref))
    await ownSession(asker, ref.session)
    return readResponse(runtime, asked)
  })
  const chat = chatForm(request, { items, session: previous?.session })
  const turn = await findTurn(asker, chat, options.headers)
  if (turn.isUnanswered) throw invalidField('input', `this is no answer to what is asked. ${questionText(turn.open)}`)
  const { session, after } = turn
  const asked = { session: session.id, after, createdAt: options.at, echo: echoOf(request, options.redacted) }
  await keepResponse(keeper, asked)
  return { asked, turn, chat }
}
