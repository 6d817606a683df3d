/** A reply as it is read, kept, and given to the loop. */
import type { Json, JsonObject } from '../json.ts'
import { type Part, type ToolCall, textOf, toolCallsOf } from '../messages.ts'
import type { Grammar, Parsed, ParsedCall } from '../parsing/grammar.ts'
import { stripThinking } from '../parsing/reply-text.ts'
import type { FinishReason, ToolSpec } from '../ports/model.ts'
import type { GenerateOptions, Reply } from './context.ts'
import type { ToolOverride } from './intervention.ts'
import type { ModelReply } from './model-call.ts'
import { madeMessage } from './prompt-log.ts'
import type { Scope } from './scope.ts'

/** A reply as the journal keeps it: what the loop is given, and the raw text where that is something else. */
export type ReplyRecord = {
  readonly parts: readonly Part[]
  readonly finish: FinishReason
  readonly text?: string
  readonly raw?: string
  readonly fault?: string
}

/**
 * Reads a reply by the grammar when it has no native calls, so that protocol written as text is understood as such.
 * `isTaught` says whether the model was told its form.
 */
export function readReply(
  reply: ModelReply,
  path: string,
  { grammar, tools = [] }: GenerateOptions,
  isTaught: boolean,
): ReplyRecord {
  const { parts, finish } = reply
  const said = textOf({ role: 'assistant', parts })
  if (!grammar || parts.some((part) => part.type === 'tool-call')) return plainReply(parts, finish, said)
  const parsed = grammar.parse(said, tools, isTaught)
  if (parsed.kind === 'fault') return { parts, finish, text: parsed.salvage, fault: parsed.fault }
  if (parsed.kind === 'answer') {
    return parsed.text === said ? { parts, finish } : { parts: withText(parts, parsed.text), finish, raw: said }
  }
  if (finish === 'length' && isCutThrough(parsed.calls, grammar.parse(`${said}x`, tools, isTaught))) {
    return { parts, finish, text: parsed.thought, fault: 'it was cut off in the middle of a call: write less' }
  }
  const calls = parsed.calls.map((call, index): ToolCall => ({ type: 'tool-call', id: `${path}:${index}`, ...call }))
  return { parts: [...withText(parts, parsed.thought), ...calls], finish: 'tool-calls', raw: said }
}

/** Whether the end of a reply goes through its calls: more of it would change them. What is talked after them does not. */
function isCutThrough(calls: readonly ParsedCall[], more: Parsed): boolean {
  return more.kind !== 'calls' || JSON.stringify(more.calls) !== JSON.stringify(calls)
}

function plainReply(parts: readonly Part[], finish: FinishReason, said: string): ReplyRecord {
  if (!said.includes('<')) return { parts, finish }
  const text = stripThinking(said)
  return text === said ? { parts, finish } : { parts, finish, text }
}

function withText(parts: readonly Part[], text: string): readonly Part[] {
  const others = parts.filter((part) => part.type !== 'text')
  return text === '' ? others : [...others, { type: 'text', text }]
}

export function reviveReply(scope: Scope, path: string, record: ReplyRecord): Reply {
  const message = madeMessage({ role: 'assistant', parts: record.parts }, scope.session, path)
  return {
    message,
    text: record.text ?? textOf(message),
    toolCalls: toolCallsOf(message),
    finish: record.finish,
    ...(record.fault !== undefined && { fault: record.fault }),
  }
}

/** A person speaks for the model, in the words of its protocol or in plain ones. */
export function personsReply(result: Json, grammar: Grammar | undefined): Json {
  const said = typeof result === 'string' ? result : JSON.stringify(result)
  const parsed = grammar?.parse(said, [])
  const text = parsed?.kind === 'answer' ? parsed.text : said
  return { parts: [{ type: 'text', text }], finish: 'stop' }
}

/** A person calls a tool for the model; undefined when it was not offered. */
export function personsCall(
  { tool, input }: ToolOverride,
  path: string,
  tools: readonly ToolSpec[] | undefined,
): Json | undefined {
  if (!tools?.some(({ name }) => name === tool)) return undefined
  const call: JsonObject = { type: 'tool-call', id: `${path}:person`, tool, input }
  return { parts: [call], finish: 'tool-calls' }
}
