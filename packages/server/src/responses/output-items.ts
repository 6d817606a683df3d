/** The items of one response as they come to be, each with the events that tell of it. */
import type { Json } from '@gyre/core'
import type { Source } from '../narration/moment.ts'
import { citationsIn } from './citations.ts'
import { type ItemKind, itemId, type ResponseRef } from './response-id.ts'
import type {
  EventBody,
  FunctionCallItem,
  ItemStatus,
  McpCallItem,
  MessageItem,
  OutputItem,
  OutputText,
  ReasoningItem,
  Refusal,
} from './response-wire.ts'

type Events = readonly EventBody[]

/** An item that is not done: its place, and its text so far. */
type Open<I extends OutputItem> = { readonly index: number; readonly item: I; text: string }

type HandedCall = { readonly callId: string; readonly tool: string; readonly input: Json }

type MadeCall = Omit<HandedCall, 'callId'> & { readonly text: string; readonly hasFailed: boolean }

export class OutputItems {
  readonly #ref: ResponseRef
  readonly #items: OutputItem[] = []
  #thought: Open<ReasoningItem> | undefined
  #message: Open<MessageItem> | undefined

  constructor(ref: ResponseRef) {
    this.#ref = ref
  }

  get list(): readonly OutputItem[] {
    return [...this.#items]
  }

  /** A piece of a thought; the first one begins the item. */
  think(text: string): Events {
    if (text === '') return []
    const begun = this.#thought
    const thought = begun ?? this.#open('rs', (id): ReasoningItem => ({ id, type: 'reasoning', summary: [] }))
    this.#thought = thought
    thought.text += text
    const delta = { type: 'response.reasoning_summary_text.delta', ...summaryPlace(thought), delta: text } as const
    if (begun) return [delta]
    const part = { type: 'summary_text', text: '' }
    return [added(thought), { type: 'response.reasoning_summary_part.added', ...summaryPlace(thought), part }, delta]
  }

  endThought(): Events {
    const thought = this.#thought
    if (!thought) return []
    const place = summaryPlace(thought)
    this.#thought = undefined
    const part = { type: 'summary_text', text: thought.text } as const
    return [
      { type: 'response.reasoning_summary_text.done', ...place, text: thought.text },
      { type: 'response.reasoning_summary_part.done', ...place, part },
      this.#done(thought, { ...thought.item, summary: [part] }),
    ]
  }

  /** A piece of what is said; the first one begins the message. */
  say(text: string): Events {
    if (text === '') return []
    const begun = this.#message
    const message = begun ?? this.#open('msg', emptyMessage)
    this.#message = message
    message.text += text
    const place = contentPlace(message)
    const delta = { type: 'response.output_text.delta', ...place, delta: text, logprobs: [] } as const
    if (begun) return [delta]
    return [added(message), { type: 'response.content_part.added', ...place, part: outputText('', []) }, delta]
  }

  /** What is said after something that was said before stands in a paragraph of its own. */
  sayApart(text: string): Events {
    return this.say(this.#message && text !== '' ? `\n\n${text}` : text)
  }

  /** All of what is said, in place of what was: who reads along sees both, in the item there is only this. */
  sayInstead(text: string): Events {
    const events = this.sayApart(text)
    if (this.#message) this.#message.text = text
    return events
  }

  endMessage(status: ItemStatus, sources: readonly Source[]): Events {
    const message = this.#message
    if (!message) return []
    this.#message = undefined
    const place = contentPlace(message)
    const part = outputText(message.text, sources)
    return [
      ...part.annotations.map((annotation, index) => ({
        type: 'response.output_text.annotation.added' as const,
        ...place,
        annotation_index: index,
        annotation,
      })),
      { type: 'response.output_text.done', ...place, text: message.text, logprobs: [] },
      { type: 'response.content_part.done', ...place, part },
      this.#done(message, { ...message.item, status, content: [part] }),
    ]
  }

  /** A message that says why there is no answer in the form that was asked for. It is known at once. */
  refuse(text: string): Events {
    if (text === '') return []
    const message = this.#open('msg', emptyMessage)
    const place = contentPlace(message)
    const part: Refusal = { type: 'refusal', refusal: text }
    return [
      added(message),
      { type: 'response.content_part.added', ...place, part: { ...part, refusal: '' } },
      { type: 'response.refusal.delta', ...place, delta: text },
      { type: 'response.refusal.done', ...place, refusal: text },
      { type: 'response.content_part.done', ...place, part },
      this.#done(message, { ...message.item, status: 'completed', content: [part] }),
    ]
  }

  /** A call that the client is to make. Its arguments are known at once. */
  handOver({ callId, tool, input }: HandedCall): Events {
    const text = JSON.stringify(input)
    const call = this.#open('fc', (id): FunctionCallItem => {
      return { id, type: 'function_call', call_id: callId, name: tool, arguments: '', status: 'in_progress' }
    })
    return [
      added(call),
      { type: 'response.function_call_arguments.delta', ...placeOf(call), delta: text },
      { type: 'response.function_call_arguments.done', ...placeOf(call), name: tool, arguments: text },
      this.#done(call, { ...call.item, arguments: text, status: 'completed' }),
    ]
  }

  /** A call that was made here, once it is over: calls end in the same order each time they are told, and begin in any. */
  madeCall({ tool, input, text: said, hasFailed }: MadeCall): Events {
    const text = JSON.stringify(input)
    const call = this.#open('mcp', (id): McpCallItem => {
      const shown = { server_label: 'gyre', name: tool, arguments: '', status: 'in_progress' } as const
      return { id, type: 'mcp_call', ...shown, output: null, error: null }
    })
    const status = hasFailed ? 'failed' : 'completed'
    const content = [{ type: 'text', text: said }] as const
    const result = hasFailed ? { error: { type: 'mcp_tool_execution_error', content } as const } : { output: said }
    return [
      added(call),
      { type: 'response.mcp_call.in_progress', ...placeOf(call) },
      { type: 'response.mcp_call_arguments.delta', ...placeOf(call), delta: text },
      { type: 'response.mcp_call_arguments.done', ...placeOf(call), arguments: text },
      { type: `response.mcp_call.${status}`, ...placeOf(call) },
      this.#done(call, { ...call.item, arguments: text, status, ...result }),
    ]
  }

  #open<I extends OutputItem>(kind: ItemKind, make: (id: string) => I): Open<I> {
    const index = this.#items.length
    const item = make(itemId(kind, this.#ref, index))
    this.#items.push(item)
    return { index, item, text: '' }
  }

  #done({ index }: Open<OutputItem>, item: OutputItem): EventBody {
    this.#items[index] = item
    return { type: 'response.output_item.done', output_index: index, item }
  }
}

function added({ index, item }: Open<OutputItem>): EventBody {
  return { type: 'response.output_item.added', output_index: index, item }
}

function placeOf({ index, item }: Open<OutputItem>) {
  return { item_id: item.id, output_index: index }
}

function summaryPlace(thought: Open<ReasoningItem>) {
  return { ...placeOf(thought), summary_index: 0 }
}

function contentPlace(message: Open<MessageItem>) {
  return { ...placeOf(message), content_index: 0 }
}

function emptyMessage(id: string): MessageItem {
  return { id, type: 'message', role: 'assistant', status: 'in_progress', content: [] }
}

function outputText(text: string, sources: readonly Source[]): OutputText {
  return { type: 'output_text', text, annotations: citationsIn(text, sources), logprobs: [] }
}
