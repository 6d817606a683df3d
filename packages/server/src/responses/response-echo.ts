/** What a request asked for, as its response repeats it. */
import type { JsonObject } from '@gyre/core'
import type { ResponseRequest } from './request.ts'
import type { ResponseEcho } from './response-wire.ts'

/**
 * What the client wrote for itself is kept as logs are: without secrets. What counts for nothing here is not repeated:
 * how much a model thinks, and how many calls it makes at once, is for the persona and the loop to say.
 */
export function echoOf(request: ResponseRequest, redacted: (text: string) => string): ResponseEcho {
  const { model, background, instructions, metadata } = request
  const notes = Object.entries(metadata ?? {}).map(([name, value]) => [name, redacted(value)])
  return {
    background: background === true,
    instructions: instructions ? redacted(instructions) : null,
    max_output_tokens: orNull(request.max_output_tokens),
    metadata: Object.fromEntries(notes),
    model,
    previous_response_id: orNull(request.previous_response_id),
    reasoning: { effort: null, summary: null },
    temperature: orNull(request.temperature),
    top_p: orNull(request.top_p),
    user: orNull(request.user),
    ...formOf(request),
  }
}

function formOf({ text, tools, tool_choice: choice }: ResponseRequest) {
  return {
    parallel_tool_calls: true as const,
    text: { format: (text?.format ?? { type: 'text' }) as JsonObject },
    tool_choice: (choice ?? 'auto') as ResponseEcho['tool_choice'],
    tools: (tools ?? []) as readonly JsonObject[],
  }
}

function orNull<T>(value: T | null | undefined): T | null {
  return value ?? null
}
