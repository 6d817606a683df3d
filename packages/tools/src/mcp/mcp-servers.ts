/** Tools of MCP servers: programs that run here, or servers elsewhere. */
import {
  type Clock,
  describeIssues,
  GyreError,
  issuesError,
  redactor,
  suggestion,
  systemClock,
  type Tool,
} from '@gyre/core'
import { mayBeOf, serverPrefixes } from './config/names.ts'
import { secretsIn } from './config/secrets.ts'
import { type McpServersConfig, mcpServersSchema } from './config/servers-config.ts'
import type { Environment } from './config/variables.ts'
import type { LogEntry } from './log-entry.ts'
import { ServerLink } from './server-link.ts'
import type { ServerStatus } from './server-status.ts'
import type { TestReport } from './test-report.ts'
import { testServer } from './test-server.ts'

/** What servers are started with, how long they may take, and who is told of trouble. */
export type McpServersOptions = {
  /** Fills variables of the config, and lends servers that run here what programs need. */
  readonly env: Environment
  /** Where servers run, and what they are told to work on. */
  readonly cwd?: string
  readonly fetch?: typeof globalThis.fetch
  readonly clock?: Clock
  /** How long a server may take to connect; 20 s when left out. */
  readonly connectTimeoutMs?: number
  /** What servers are told of this program. */
  readonly version?: string
  /** A server cannot be reached, or has gone. */
  onTrouble?(server: string, error: GyreError): void
  /** What servers log. They are asked to when somebody listens. */
  onLog?(server: string, entry: LogEntry): void
}

/** The servers that are set up. They are connected when their tools are first asked for; close them when done. */
export type McpServers = {
  /**
   * The tools of all servers that can be reached. The first time connects them all at once. Where only tools of some
   * names or patterns are wanted, servers that cannot have one are left alone.
   */
  tools(patterns?: readonly string[]): Promise<readonly Tool[]>
  status(): readonly ServerStatus[]
  /** Tries a server on a connection of its own. */
  test(name: string): Promise<TestReport>
  /** Ends the servers that run here, and leaves the others. */
  close(): Promise<void>
}

const defaultConnectMs = 20_000

/** Nothing is started or connected before tools are asked for. */
export function mcpServers(config: McpServersConfig, options: McpServersOptions): McpServers {
  const { error, data } = mcpServersSchema.safeParse(config)
  if (error) throw issuesError('config-file-invalid', 'mcpServers', describeIssues(error, mcpServersSchema, config))
  const links = linksOf(data, options)
  return {
    tools: async (patterns = ['*']) => {
      const asked = links.filter(({ prefix }) => patterns.some((pattern) => mayBeOf(prefix, pattern)))
      return (await Promise.all(asked.map((link) => link.tools()))).flat()
    },
    status: () => links.map((link) => link.status()),
    test: (name) => {
      const link = links.find((each) => each.name === name)
      if (link) return testServer(name, link.prefix, () => link.peerOptions())
      const known = links.map((each) => each.name)
      const message = `There is no MCP server \`${name}\`; ${suggestion(name, known)}`
      return Promise.reject(new GyreError('mcp-server-unknown', message, { name, known }))
    },
    close: async () => {
      await Promise.all(links.map((link) => link.close()))
    },
  }
}

function linksOf(config: McpServersConfig, options: McpServersOptions): readonly ServerLink[] {
  const { env, cwd, clock = systemClock, version = '0', onTrouble, onLog } = options
  const prefixes = serverPrefixes(Object.keys(config))
  const redact = redactor(secretsIn(config, env)).text
  return Object.entries(config).map(
    ([name, entry]) =>
      new ServerLink({
        name,
        prefix: prefixes.get(name) ?? name,
        config: entry,
        env,
        cwd,
        clock,
        version,
        redact,
        fetch: options.fetch ?? globalThis.fetch,
        timeoutMs: options.connectTimeoutMs ?? defaultConnectMs,
        onLog: onLog && ((log) => onLog(name, log)),
        onTrouble: (trouble) => onTrouble?.(name, trouble),
      }),
  )
}
