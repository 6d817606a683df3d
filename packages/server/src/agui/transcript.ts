/** The messages of a run, as a client makes them of its events: a client that lost some is shown all before it waits. */
import type { Json, JsonObject } from '@gyre/core'
import type { AguiEvent } from './agui-event.ts'
import type { AguiMessage } from './run-input.ts'

type Draft = { [key: string]: Json | undefined }

/** What clients keep for themselves: they are left with their own copies. */
const clientOnly: ReadonlySet<string> = new Set(['activity', 'reasoning'])

export class Transcript {
  readonly #earlier: readonly JsonObject[]
  readonly #made = new Map<string, Draft>()

  constructor(earlier: readonly AguiMessage[]) {
    this.#earlier = earlier.filter(({ role }) => !clientOnly.has(role)) as readonly JsonObject[]
  }

  /** All there are: what the client brought, and what came of this run. */
  messages(): readonly JsonObject[] {
    const known = this.#earlier.filter(({ id }) => !this.#made.has(String(id)))
    return [...known, ...this.#made.values()]
  }

  add(event: AguiEvent): void {
    const { subagentRunId } = event
    const owner = subagentRunId === undefined ? {} : { subagentRunId }
    if (event.type === 'TEXT_MESSAGE_START' && !this.#made.has(String(event['messageId']))) {
      this.#put({ id: String(event['messageId']), role: 'assistant', content: '', ...owner })
    }
    if (event.type === 'TEXT_MESSAGE_CONTENT') this.#append(String(event['messageId']), String(event['delta']))
    if (event.type === 'TOOL_CALL_START') this.#put({ ...callMessage(event), ...owner })
    if (event.type === 'TOOL_CALL_ARGS') this.#argue(String(event['toolCallId']), String(event['delta']))
    if (event.type === 'TOOL_CALL_RESULT') {
      const { messageId, toolCallId, content } = event
      this.#put({ id: String(messageId), role: 'tool', toolCallId, content, ...owner })
    }
  }

  /** Another text in the place of a message's. */
  replace(id: string, text: string): void {
    const message = this.#made.get(id)
    if (message) message['content'] = text
  }

  #put(message: Draft & { readonly id: string }): void {
    this.#made.set(message.id, message)
  }

  #append(id: string, delta: string): void {
    const message = this.#made.get(id)
    if (message) message['content'] = `${String(message['content'])}${delta}`
  }

  #argue(id: string, delta: string): void {
    const message = this.#made.get(id)
    const [call] = (message?.['toolCalls'] ?? []) as readonly { readonly function: JsonObject }[]
    if (!message || !call) return
    const called = { ...call.function, arguments: `${String(call.function['arguments'])}${delta}` }
    message['toolCalls'] = [{ ...call, function: called }]
  }
}

/** Clients keep a call without a parent as a message of its own, under the id of the call. */
function callMessage({ toolCallId, toolCallName }: AguiEvent): Draft & { readonly id: string } {
  const id = String(toolCallId)
  const call = { id, type: 'function', function: { name: String(toolCallName), arguments: '' } }
  return { id, role: 'assistant', toolCalls: [call] }
}
