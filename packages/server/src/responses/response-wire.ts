/** Responses as they are sent: the shapes of the OpenAI Responses API that are used here. */
import type { JsonObject } from '@gyre/core'
import type { OpenaiErrorBody } from '../openai/errors.ts'
import type { OpenaiUsage } from '../openai/usage.ts'

export type ItemStatus = 'in_progress' | 'completed' | 'incomplete'

export type ReasoningItem = {
  readonly id: string
  readonly type: 'reasoning'
  readonly summary: readonly { readonly type: 'summary_text'; readonly text: string }[]
}

export type UrlCitation = {
  readonly type: 'url_citation'
  readonly url: string
  readonly title: string
  readonly start_index: number
  readonly end_index: number
}

export type OutputText = {
  readonly type: 'output_text'
  readonly text: string
  readonly annotations: readonly UrlCitation[]
  readonly logprobs: readonly never[]
}

/** Why there is no answer in the form that was asked for. */
export type Refusal = { readonly type: 'refusal'; readonly refusal: string }

export type MessageItem = {
  readonly id: string
  readonly type: 'message'
  readonly role: 'assistant'
  readonly status: ItemStatus
  readonly content: readonly (OutputText | Refusal)[]
}

/** A call of a tool that the client owns, and runs. */
export type FunctionCallItem = {
  readonly id: string
  readonly type: 'function_call'
  readonly call_id: string
  readonly name: string
  readonly arguments: string
  readonly status: ItemStatus
}

type TextContent = { readonly type: 'text'; readonly text: string }

/** A call that was made here. Clients show it and do not run it, whether the tool is of an MCP server or not. */
export type McpCallItem = {
  readonly id: string
  readonly type: 'mcp_call'
  readonly server_label: 'gyre'
  readonly name: string
  readonly arguments: string
  readonly status: ItemStatus | 'failed'
  readonly output: string | null
  readonly error: { readonly type: 'mcp_tool_execution_error'; readonly content: readonly TextContent[] } | null
}

export type OutputItem = ReasoningItem | MessageItem | FunctionCallItem | McpCallItem

type ResponseStatus = 'in_progress' | 'completed' | 'incomplete' | 'failed' | 'cancelled'

export type ResponseUsage = {
  readonly input_tokens: number
  readonly input_tokens_details: { readonly cached_tokens: number }
  readonly output_tokens: number
  readonly output_tokens_details: { readonly reasoning_tokens: number }
  readonly total_tokens: number
  /** Calls, steps and cost, of each model too. */
  readonly gyre?: OpenaiUsage['gyre']
}

/** What was asked for, as a response repeats it. */
export type ResponseEcho = {
  readonly background: boolean
  readonly instructions: string | null
  readonly max_output_tokens: number | null
  readonly metadata: Readonly<Record<string, string>>
  readonly model: string
  readonly parallel_tool_calls: true
  readonly previous_response_id: string | null
  readonly reasoning: { readonly effort: null; readonly summary: null }
  readonly temperature: number | null
  readonly text: { readonly format: JsonObject }
  readonly tool_choice: string | JsonObject
  readonly tools: readonly JsonObject[]
  readonly top_p: number | null
  readonly user: string | null
}

export type ResponseObject = ResponseEcho & {
  readonly id: string
  readonly object: 'response'
  /** Seconds since 1970. */
  readonly created_at: number
  readonly status: ResponseStatus
  readonly error: (OpenaiErrorBody & { readonly code: string }) | null
  readonly incomplete_details: { readonly reason: 'max_output_tokens' | 'content_filter' } | null
  readonly output: readonly OutputItem[]
  readonly store: boolean
  readonly truncation: 'disabled'
  readonly usage: ResponseUsage | null
  /** What is told beside the API: the session, how it ended, whom it waits for. */
  readonly gyre: JsonObject
}

/** An event of a stream, before it is numbered. */
export type EventBody = { readonly type: `response.${string}` | 'error'; readonly delta?: string } & Readonly<
  Record<string, unknown>
>

export type ResponseEvent = EventBody & { readonly sequence_number: number }
