/**
 * A request as the rules see it: what is asked, what is known, and the form the reply must have.
 *
 * It goes by grammar markers, schemas and the list of tools, never by the prose of a prompt: a prompt
 * in other words is read the same.
 */
import { type JsonSchema, type ModelRequest, type ToolSpec, textOf } from '@gyre/core'
import { type Exchange, readExchange } from './exchange.ts'
import { parseObject } from './json-object.ts'
import { offeredTools, teachesTools } from './offered-tools.ts'

/**
 * How the reply is written: native calls and plain answers; the ReAct protocol; prose that ends in a
 * marked answer; JSON; or plain text.
 */
export type ReplyForm =
  | { readonly kind: 'native' | 'react' | 'json' | 'plain' }
  | { readonly kind: 'marked'; readonly marker: string }

export type Reading = Exchange & {
  /** Those that may be called now. */
  readonly tools: readonly ToolSpec[]
  /** The shape of the value that is asked for. */
  readonly schema: JsonSchema | undefined
  readonly form: ReplyForm
}

export function readRequest(request: ModelRequest): Reading {
  const schema = request.output?.schema ?? writtenSchema(request)
  const tools = offeredTools(request)
  const exchange = readExchange(request.messages, schema !== undefined)
  return { ...exchange, tools, schema, form: formOf(request, schema) }
}

function formOf(request: ModelRequest, schema: JsonSchema | undefined): ReplyForm {
  const { messages, tools = [], stop = [] } = request
  if (schema) return { kind: 'json' }
  if (tools.length > 0) return { kind: 'native' }
  // A protocol that has taught its tools before is still known by the text at which it stops.
  if (messages.some(teachesTools) || stop.some((text) => text.trim() === 'Observation:')) return { kind: 'react' }
  const marker = systemTexts(request).map((text) => /FINAL[ _]ANSWER(?=:)/.exec(text)?.[0])
  const found = marker.findLast((each) => each !== undefined)
  return found === undefined ? { kind: 'plain' } : { kind: 'marked', marker: found }
}

function systemTexts({ messages }: ModelRequest): readonly string[] {
  return messages.filter((message) => message.role === 'system').map(textOf)
}

const schemaKeys = ['$schema', 'type', 'properties', 'anyOf', 'oneOf', 'allOf', 'enum', '$ref']

/** A schema on a line of its own: in a system message, or in what was said last. */
function writtenSchema(request: ModelRequest): JsonSchema | undefined {
  const last = request.messages.at(-1)
  const said = last?.role === 'user' ? [textOf(last)] : []
  const texts = [...said, ...systemTexts(request)].filter((text) => /JSON.?Schema/i.test(text))
  for (const line of texts.flatMap((text) => text.split('\n'))) {
    const object = line.startsWith('{') ? parseObject(line) : undefined
    if (object && schemaKeys.some((key) => Object.hasOwn(object, key))) return object
  }
  return undefined
}
