/** Tools of a client: a model calls them, and whoever began the session runs them. */
import type { z } from 'zod'
import { GyreError } from '../errors.ts'
import type { JsonSchema } from '../json.ts'
import { schemaOfJson } from '../parsing/json-schema.ts'
import type { ToolSpec } from '../ports/model.ts'
import type { Tool } from './tool.ts'

/** A tool that whoever began the session runs: its call is a question, and the answer is what it gave. */
export type ClientTool = ToolSpec

/** What a session was made with, as far as it says where its tools are from. */
type ToolOrigin = { readonly tools: readonly string[]; readonly clientTools?: readonly ClientTool[] | undefined }

/** Names of its tools that have to be found; those of its client are in its definition. */
export function toolsToFind({ tools, clientTools = [] }: ToolOrigin): readonly string[] {
  return tools.filter((name) => !clientTools.some((tool) => tool.name === name))
}

/**
 * The tools of a session with those of its client, which come last. The client's takes the place of another of its name:
 * a client does not know what a persona has, and means its own.
 */
export function withClientTools(tools: readonly Tool[], clientTools: readonly ClientTool[] = []): readonly Tool[] {
  if (clientTools.length === 0) return tools
  const others = tools.filter(({ name }) => !clientTools.some((tool) => tool.name === name))
  return [...others, ...clientTools.map(clientTool)]
}

/** Its calls are steps like any other's: checked, counted, written down. Only their results come from elsewhere. */
function clientTool(tool: ClientTool): Tool {
  const { name, description } = tool
  return {
    name,
    description,
    input: objectSchema(tool),
    schema: argumentsOf(tool),
    runBy: 'client',
    // After a crash the same question is open still: the client sees one call. What a second call does, nobody knows here.
    effect: 'idempotent',
    approval: 'never',
    // It stands still while the client has the call.
    timeoutMs: 120_000,
    permissions: [],
    trusted: false,
    keepsMarkup: false,
    limits: {},
    run: (input, context) =>
      context.ask(`The client that began this session runs \`${name}\`.`, { clientCall: { tool: name, input } }),
  }
}

/** Models are asked for an object, whether or not the client says so. */
function objectSchema({ input }: ClientTool): JsonSchema {
  return { type: 'object', ...input }
}

/** What a model's arguments are checked by. Where that is not possible the client learns it before its session begins. */
function argumentsOf(tool: ClientTool): z.ZodType {
  const schema = objectSchema(tool)
  if (schema['type'] !== 'object') throw unusable(tool, 'its arguments are no object')
  try {
    return schemaOfJson(schema)
  } catch (error) {
    throw unusable(tool, error instanceof Error ? error.message : String(error))
  }
}

function unusable({ name }: ClientTool, why: string): GyreError {
  return new GyreError('tool-invalid', `The input of the client tool \`${name}\` cannot be used: ${why}`, {
    tool: name,
  })
}
