/** A background task as a response. There is no session behind it, and nobody can read it later. */
import { isBackgroundTask, type TaskAnswer } from '../openai/chat/background-task.ts'
import type { ChatRequest } from '../openai/chat/chat-request.ts'
import { tokensOf } from '../openai/usage.ts'
import { chatForm, saidIn } from './chat-form.ts'
import type { InputItem, ResponseRequest } from './request.ts'
import { type AskedResponse, ResponseEncoder } from './response-encoder.ts'
import { usageOf } from './response-end.ts'
import type { ResponseEvent, ResponseObject } from './response-wire.ts'

/** The task that a request is; undefined for one that a session answers. */
export function taskIn(request: ResponseRequest, headers: Headers): ChatRequest | undefined {
  const { input, stream } = request
  const items: readonly InputItem[] =
    typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : input
  if (!isBackgroundTask({ messages: saidIn(items), stream }, headers)) return undefined
  return chatForm(request, { items, session: undefined })
}

type Told = { readonly events: readonly ResponseEvent[]; readonly response: ResponseObject }

export function taskResponse(answer: TaskAnswer, asked: Pick<AskedResponse, 'createdAt' | 'echo'>): Told {
  const { id, text, usage, isCut } = answer
  const encoder = new ResponseEncoder({ ...asked, session: `ses_${id}`, after: 0 })
  const events = [
    ...encoder.begin(),
    ...encoder.encode({ type: 'answer', text }),
    ...encoder.end({
      status: isCut ? 'incomplete' : 'completed',
      error: null,
      incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
      usage: usageOf(tokensOf([usage])),
      question: '',
      gyre: {},
    }),
  ]
  return { events: events.map(withoutSession), response: unkept(encoder.response) }
}

function withoutSession(event: ResponseEvent): ResponseEvent {
  const { response } = event
  return response ? { ...event, response: unkept(response as ResponseObject) } : event
}

function unkept(response: ResponseObject): ResponseObject {
  return { ...response, store: false, gyre: {} }
}
