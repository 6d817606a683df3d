/** MCP servers as people write them down: in the shape that other programs read, too. */
import { z } from 'zod'

type Common = {
  readonly disabled?: boolean | undefined
  /** How long a call of one of its tools may take. */
  readonly timeoutMs?: number | undefined
  /** A model reads its answers without a fence. */
  readonly trusted?: boolean | undefined
  /** Patterns of the tools that are offered; all when left out. */
  readonly tools?: readonly string[] | undefined
}

/** A program that is started here and spoken to by its input and output. */
export type StdioServerConfig = Common & {
  readonly type?: 'stdio' | undefined
  readonly command: string
  readonly args?: readonly string[] | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly cwd?: string | undefined
}

/** A server that runs elsewhere. Without a type it is asked by Streamable HTTP first, then by the older SSE. */
export type HttpServerConfig = Common & {
  readonly type?: 'http' | 'streamable-http' | 'streamableHttp' | 'sse' | undefined
  readonly url: string
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** An MCP server: a program that is started here, or one elsewhere. */
export type McpServerConfig = StdioServerConfig | HttpServerConfig

/** MCP servers by name. */
export type McpServersConfig = Readonly<Record<string, McpServerConfig>>

/** Whether a server is a program that is started here. */
export function isStdio(config: McpServerConfig): config is StdioServerConfig {
  return 'command' in config && config.command !== undefined
}

/** People write ports and flags bare. */
const value = z.union([z.string(), z.number(), z.boolean()], { error: 'must be a text' }).transform(String)

/** What a message says of a secret is that it is there, never what it is: so none of these shows the value. */
const values = z.record(z.string(), value, { error: 'must be a mapping of names to texts' })

const url = z.string({ error: 'must be a text' }).refine((text) => /\$\{/.test(text) || isWebAddress(text), {
  error: 'must be an http or https address such as `https://example.com/mcp`',
})

export function isWebAddress(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '')
}

/** Keys that other programs write into the same files, and that mean nothing here. */
const foreign = Object.fromEntries(
  ['alwaysAllow', 'autoApprove', 'description', 'dev', 'gallery', 'icon', 'oauth', 'version'].map((key) => [
    key,
    z.unknown().optional(),
  ]),
)

const server = z
  .strictObject(
    {
      type: z.enum(['stdio', 'http', 'streamable-http', 'streamableHttp', 'sse']).optional(),
      command: z
        .string({ error: 'must be the program alone, as a text; its arguments go into `args`' })
        .min(1)
        .optional(),
      args: z.array(value, { error: 'must be a list of texts' }).optional(),
      env: values.optional(),
      cwd: z.string().min(1).optional(),
      url: url.optional(),
      headers: values.optional(),
      disabled: z.boolean().optional(),
      timeoutMs: z.int().min(1).max(86_400_000).optional(),
      trusted: z.boolean().optional(),
      tools: z.array(z.string().min(1)).optional(),
      ...foreign,
    },
    { error: ({ code }) => (code === 'invalid_type' ? 'must be a mapping with `command` or `url`' : undefined) },
  )
  .superRefine((given, context) => {
    for (const [path, message] of contradictions(given)) context.addIssue({ code: 'custom', path: [...path], message })
  })

type Given = { readonly type?: string | undefined } & Readonly<Record<string, unknown>>

const stdioKeys = ['args', 'env', 'cwd'] as const

/** Keys that do not belong together. */
function contradictions(given: Given): readonly (readonly [readonly string[], string])[] {
  const { type, command, url: address } = given
  if (command === undefined && address === undefined) {
    return [[[], 'needs `command` (a program to start) or `url` (a server that runs elsewhere)']]
  }
  if (command !== undefined && address !== undefined) return [[['url'], 'cannot stand beside `command`: keep one']]
  if (command === undefined) {
    const wrong = stdioKeys.filter((key) => given[key] !== undefined)
    const kind = type === 'stdio' ? ([[['type'], 'is `stdio`, which needs `command` and no `url`']] as const) : []
    return [
      ...kind,
      ...wrong.map((key) => [[key], 'belongs to a server with `command`, not to one with `url`'] as const),
    ]
  }
  const kind =
    type !== undefined && type !== 'stdio' ? ([[['type'], `is \`${type}\`, which needs \`url\``]] as const) : []
  const headers = given['headers'] === undefined ? [] : [[['headers'], 'belong to a server with `url`'] as const]
  return [...kind, ...headers]
}

/** The servers of a config file or of `.mcp.json`, by name. */
export const mcpServersSchema = z.record(z.string().min(1), server) as unknown as z.ZodType<McpServersConfig>
