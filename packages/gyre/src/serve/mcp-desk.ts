/** The MCP servers of a place, for those who run it. They are the same for all owners. */
import { GyreError, type Redactor, redactor, suggestion } from '@gyre/core'
import type { McpDesk, ShownMcpServer } from '@gyre/server'
import { isStdio, type McpServerConfig, type ServerStatus, serverPrefixes } from '@gyre/tools/mcp'
import type { Workplace } from '../wiring/workplace.ts'
import { shownTarget } from './shown-target.ts'

export function mcpDesk({ room, config }: Pick<Workplace, 'room' | 'config'>): McpDesk {
  const { servers, sources } = config.mcp
  const redact = redactor(config.runtime.secrets)
  const shown = (name: string, server: McpServerConfig): ShownMcpServer => {
    const status = room.servers.status().find((each) => each.name === name)
    return {
      ...asWritten(name, server, redact),
      from: sources.get(name) ?? '',
      ...standing(status, redact),
      ...denied(name),
    }
  }
  const denied = (name: string) => (room.isDenied(name) ? ({ state: 'denied' } as const) : {})
  return {
    list: async () => Object.entries(servers).map(([name, server]) => shown(name, server)),
    test: async (name) => {
      const server = Object.hasOwn(servers, name) ? servers[name] : undefined
      if (!server) throw unknown(name, Object.keys(servers))
      if (room.isDenied(name)) throw refused(name)
      const { ok, steps, complaints } = await room.servers.test(name)
      // What answered is connected to; one that failed a moment ago is tried again by itself when its pause is over.
      if (ok) await room.servers.tools([`${serverPrefixes(Object.keys(servers)).get(name) ?? name}.*`])
      return {
        ok,
        steps: steps.map((step) => ({ ...step, detail: redact.text(step.detail) })),
        complaints: complaints.map((line) => redact.text(line)),
        server: shown(name, server),
      }
    },
  }
}

/** What is in `env` and `headers` is nobody's business. */
function asWritten(name: string, server: McpServerConfig, redact: Redactor) {
  const transport = isStdio(server) ? 'stdio' : server.type === 'sse' ? 'sse' : 'http'
  return { name, transport, target: redact.text(shownTarget(server)), trusted: server.trusted ?? false } as const
}

function standing(status: ServerStatus | undefined, redact: Redactor) {
  const { state = 'idle', era = null, protocolVersion: protocol = null, serverInfo, tools = [] } = status ?? {}
  return {
    state,
    era,
    protocol,
    server: serverInfo ? { name: redact.text(serverInfo.name), version: redact.text(serverInfo.version) } : null,
    tools,
    withheld: status?.withheld ?? [],
    lastError: status?.lastError === undefined ? null : redact.text(status.lastError),
  }
}

function unknown(name: string, known: readonly string[]): GyreError {
  return new GyreError('mcp-server-unknown', `There is no MCP server \`${name}\`; ${suggestion(name, known)}`, { name })
}

function refused(name: string): GyreError {
  const message = `The MCP server \`${name}\` is denied by \`permissions.deny\`: it is not started.`
  return new GyreError('forbidden', message, { name })
}
