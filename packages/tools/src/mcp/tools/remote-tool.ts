/** A server's tool as a tool here. */
import type { ApprovalPolicy, JsonSchema, Tool, ToolContext, ToolEffect, ToolOutput } from '@gyre/core'
import type * as Sdk from '@modelcontextprotocol/client'
import { z } from 'zod'
import { checkSchema } from './check-schema.ts'
import { shownSchema } from './shown-schema.ts'
import { shownText } from './shown-text.ts'

export type RemoteTool = Sdk.Tool

export type ToolMaking = {
  /** What it is called here: `server.tool`. */
  readonly name: string
  /** Whoever is kept from the permission `mcp.server` is kept from its tools. */
  readonly server: string
  readonly timeoutMs: number
  readonly trusted: boolean
  /** Something the server says of it is not shown to models. */
  onWithheld?(): void
  call(input: Readonly<Record<string, unknown>>, context: ToolContext): Promise<ToolOutput>
}

const withheldDescription =
  'The description that its MCP server gives of this tool is withheld: it reads like instructions to the model.'

export function toolOf(remote: RemoteTool, making: ToolMaking): Tool {
  const { name, server, timeoutMs, trusted, call } = making
  const { outputSchema } = remote
  const { description, input } = shownOf(remote, making)
  return {
    name,
    description,
    input,
    // What is not shown is not checked either: the fault would show it.
    schema: checkSchema(input),
    ...(outputSchema && { output: outputOf(outputSchema as JsonSchema) }),
    effect: effectOf(remote.annotations),
    approval: approvalOf(remote.annotations),
    timeoutMs,
    permissions: ['mcp', `mcp.${server}`],
    trusted,
    keepsMarkup: false,
    limits: {},
    run: (given, context) => call(given as Readonly<Record<string, unknown>>, context),
  }
}

/** What models are told of it. Only a server that is trusted is quoted word for word: every prompt holds these texts. */
function shownOf(remote: RemoteTool, { trusted, onWithheld }: ToolMaking): Pick<Tool, 'description' | 'input'> {
  const description = remote.description ?? remote.title ?? remote.name
  const input = remote.inputSchema as JsonSchema
  if (trusted) return { description, input }
  const { text, isSuspicious } = shownText(description)
  const { schema, isWithheld } = shownSchema(input)
  if (isSuspicious || isWithheld) onWithheld?.()
  return { description: isSuspicious ? withheldDescription : text, input: schema }
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
