/** What goes wrong with MCP servers, in lines for people: whether one is out, or went and came back. */
import type { McpServers, ServerStatus } from '@gyre/tools/mcp'

type Line = {
  readonly line: string
  /** Lines of one key are told once. */
  readonly key: string
}

export class ServerTroubles {
  /** Why, by server: what nobody was told yet. */
  readonly #why = new Map<string, string>()
  readonly #served = new Set<string>()

  note(server: string, { message }: Error): void {
    const prefix = `MCP server \`${server}\`: `
    this.#why.set(server, message.startsWith(prefix) ? message.slice(prefix.length) : message)
  }

  /** What there is to tell, by how the servers stand now. */
  take(servers: McpServers | undefined): readonly Line[] {
    const statuses = servers?.status() ?? []
    const lines = statuses.flatMap((status) => [...this.#lost(status), ...withheldBy(status)])
    for (const { name, tools } of statuses) if (tools.length > 0) this.#served.add(name)
    this.#why.clear()
    return lines
  }

  #lost({ name, state }: ServerStatus): readonly Line[] {
    const why = this.#why.get(name)
    if (why === undefined) return []
    const server = `MCP server \`${name}\``
    if (state === 'connected') return [{ line: `${server}: ${why}\nIt was started again.`, key: `${name} came back` }]
    // Its calls have told what became of them, and the next one starts it again.
    if (this.#served.has(name)) return [{ line: `${server}: ${why}`, key: `${name} went` }]
    return [{ line: `${server} is left out: ${why}`, key: `${name} is out` }]
  }
}

function withheldBy({ name, withheld = [] }: ServerStatus): readonly Line[] {
  if (withheld.length === 0) return []
  const tools = withheld.map((tool) => `\`${tool}\``).join(', ')
  const line = `MCP server \`${name}\`: some of what it says of ${tools} reads like orders, and no model is shown it.`
  return [{ line, key: line }]
}
