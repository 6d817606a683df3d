/** A request as a provider's call takes it. */

import type { LanguageModelV4CallOptions, LanguageModelV4FunctionTool } from '@ai-sdk/provider'
import type { JsonSchema, ModelRequest, ToolSpec } from '@gyre/core'
import type { Dialect } from './dialect.ts'
import { renderPrompt } from './prompt.ts'
import { bareSchema, isStrictSchema } from './strict-schema.ts'
import { wireName } from './tool-names.ts'

type ResponseSchema = NonNullable<LanguageModelV4FunctionTool['inputSchema']>

export function callOptions(
  request: ModelRequest,
  dialect: Dialect,
  { nativeOutput, signal }: { readonly nativeOutput: boolean; readonly signal: AbortSignal },
): LanguageModelV4CallOptions {
  const { messages, tools, toolChoice, stop, temperature, topP, maxOutputTokens, seed } = request
  const output = nativeOutput ? request.output : undefined
  const hasTools = tools !== undefined && tools.length > 0
  return {
    prompt: renderPrompt(messages, dialect),
    ...(hasTools && { tools: tools.map(toolOf), toolChoice: { type: toolChoice ?? 'auto' } }),
    ...(output && { responseFormat: { type: 'json', name: output.name, schema: schemaOf(output.schema) } }),
    ...(stop && stop.length > 0 && { stopSequences: [...stop] }),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(seed !== undefined && { seed }),
    providerOptions: providerOptions(output?.schema),
    abortSignal: signal,
  }
}

function toolOf({ name, description, input }: ToolSpec): LanguageModelV4FunctionTool {
  return { type: 'function', name: wireName(name), description, inputSchema: schemaOf(input) }
}

function schemaOf(schema: JsonSchema): ResponseSchema {
  return bareSchema(schema) as ResponseSchema
}

/** Sent to all: each provider reads its own. The provider stores nothing, for the journal holds all that is needed. */
function providerOptions(schema: JsonSchema | undefined): NonNullable<LanguageModelV4CallOptions['providerOptions']> {
  const strict = schema && { strictJsonSchema: isStrictSchema(schema) }
  return { openai: { store: false, ...strict }, ...(strict && { openaiCompatible: strict, mistral: strict }) }
}
