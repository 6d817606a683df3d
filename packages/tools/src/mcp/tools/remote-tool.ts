/** A server's tool as a tool here. */
import type { ApprovalPolicy, JsonSchema, Tool, ToolContext, ToolEffect, ToolOutput } from '@gyre/core'
import type * as Sdk from '@modelcontextprotocol/client'
import { z } from 'zod'
import { checkSchema } from './check-schema.ts'

export type RemoteTool = Sdk.Tool

export type ToolMaking = {
  /** What it is called here: `server.tool`. */
  readonly name: string
  readonly prefix: string
  readonly timeoutMs: number
  readonly trusted: boolean
  call(input: Readonly<Record<string, unknown>>, context: ToolContext): Promise<ToolOutput>
}

/** The description and the schema are shown to models as the server wrote them. */
export function toolOf(remote: RemoteTool, { name, prefix, timeoutMs, trusted, call }: ToolMaking): Tool {
  const { description, title, inputSchema, outputSchema } = remote
  return {
    name,
    description: description ?? title ?? remote.name,
    input: inputSchema as JsonSchema,
    schema: checkSchema(inputSchema as JsonSchema),
    ...(outputSchema && { output: outputOf(outputSchema as JsonSchema) }),
    effect: effectOf(remote.annotations),
    approval: approvalOf(remote.annotations),
    timeoutMs,
    permissions: ['mcp', `mcp.${prefix}`],
    trusted,
    keepsMarkup: false,
    limits: {},
    run: (input, context) => call(input as Readonly<Record<string, unknown>>, context),
  }
}

/** A server that says nothing may do anything, and must not be asked twice. */
function effectOf({ readOnlyHint, idempotentHint }: Sdk.ToolAnnotations = {}): ToolEffect {
  if (readOnlyHint) return 'pure'
  return idempotentHint ? 'idempotent' : 'once'
}

/**
 * A person is asked before the first use of a tool that says of itself that it destroys. The protocol reads a missing
 * hint the same way; but most servers give none, and asking about each of their tools would teach people to say yes.
 */
function approvalOf({ readOnlyHint, destructiveHint }: Sdk.ToolAnnotations = {}): ApprovalPolicy {
  return destructiveHint && !readOnlyHint ? 'first-use' : 'never'
}

/** The schema is one of an answer's data; an answer that tells of an error has none. */
function outputOf(schema: JsonSchema): z.ZodType {
  const data = checkSchema(schema)
  return z.looseObject({}).superRefine((output, context) => {
    if (output['error']) return
    const { error } = data.safeParse(output['data'])
    for (const { message, path } of error?.issues ?? []) {
      context.addIssue({ code: 'custom', path: ['data', ...path], message })
    }
  })
}
