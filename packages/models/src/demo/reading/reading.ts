/**
 * A request as the rules see it: what is asked, what is known, and the form the reply must have.
 *
 * It goes by grammar markers, schemas and the list of tools, never by the prose of a prompt: a prompt
 * in other words is read the same.
 */
import { type JsonSchema, type ModelRequest, type ToolSpec, textOf } from '@gyre/core'
import { type Exchange, readExchange } from './exchange.ts'
import { parseObject } from './json-object.ts'
import { offeredTools } from './offered-tools.ts'
import { type Purpose, purposeOf } from './purpose.ts'
import { formOf, type ReplyForm, type Wanted, wantedOf } from './reply-form.ts'
import { type TaughtLabels, taughtLabels } from './taught-labels.ts'
import { readWaveTalk, type WaveTalk } from './wave-talk.ts'

/** A request as the rules see it. */
export type Reading = Exchange & {
  /** Those that may be called now. */
  readonly tools: readonly ToolSpec[]
  /** The shape of the value that is asked for. */
  readonly schema: JsonSchema | undefined
  /** Which value a loop asks for, when it is one of a loop. */
  readonly wants: Wanted | undefined
  /** The conversation in which the next wave of calls is asked for. */
  readonly waves: WaveTalk | undefined
  readonly form: ReplyForm
  readonly purpose: Purpose
  readonly labels: TaughtLabels
}

/** Reads a request by its markers, schemas and tools, never by the prose of a prompt. */
export function readRequest(request: ModelRequest): Reading {
  const schema = request.output?.schema ?? writtenSchema(request)
  const tools = offeredTools(request)
  const form = formOf(request, schema)
  const exchange = readExchange(request.messages, form.kind === 'json')
  const wants = wantedOf(request, schema)
  const waves = wants === 'wave' ? readWaveTalk(request.messages) : undefined
  return {
    ...exchange,
    tools,
    schema,
    wants,
    waves,
    form,
    purpose: purposeOf(form, wants),
    labels: taughtLabels(request.messages),
  }
}

const schemaKeys = ['$schema', 'type', 'properties', 'anyOf', 'oneOf', 'allOf', 'enum', '$ref']

/** A schema on a line of its own: in a system message, or in what was said last. */
function writtenSchema({ messages }: ModelRequest): JsonSchema | undefined {
  const last = messages.at(-1)
  const said = last?.role === 'user' ? [textOf(last)] : []
  const taught = messages.filter(({ role }) => role === 'system').map(textOf)
  const texts = [...said, ...taught].filter((text) => text.includes('\n{') && /JSON.?Schema/i.test(text))
  for (const line of texts.flatMap((text) => text.split('\n'))) {
    const object = line.startsWith('{') ? parseObject(line) : undefined
    if (object && schemaKeys.some((key) => Object.hasOwn(object, key))) return object
  }
  return undefined
}
