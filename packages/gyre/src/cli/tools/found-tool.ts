/** A tool by the name that was typed. */
import { GyreError, suggestion } from '@gyre/core'
import { type ServerStatus, serverPrefixes } from '@gyre/tools/mcp'
import type { OfferedTool } from '../../wiring/offered-tool.ts'
import type { Place } from '../place.ts'
import { absentTool } from './absent-tool.ts'

export async function foundTool(place: Pick<Place, 'room'>, name: string): Promise<OfferedTool> {
  const tools = await foundTools(place, name)
  const [first] = tools
  if (first?.tool.name === name) return first
  const names = tools.map(({ tool }) => `\`${tool.name}\``).join(', ')
  throw new GyreError('tool-unknown', `\`${name}\` is no tool but several: ${names}.`, { name })
}

/** The tool of this name, or those of the toolbox or server of this name. */
export async function foundTools({ room }: Pick<Place, 'room'>, name: string): Promise<readonly OfferedTool[]> {
  const found = await room.find(name)
  if (found) return [found]
  const all = await room.all()
  const members = all.filter(({ tool }) => tool.name.startsWith(`${name}.`))
  if (members.length > 0) return members
  const server = serverOf(name, room.servers?.status() ?? [])
  if (server) throw new GyreError('tool-unknown', withoutServer(name, server), { name, server: server.name })
  const known = all.map(({ tool }) => tool.name)
  const absent = absentTool(name, known)
  const hint = absent === undefined ? suggestion(name, known) : `to have it, ${absent}.`
  throw new GyreError('tool-unknown', `There is no tool \`${name}\`; ${hint}`, { name })
}

/** The server that this would be, or be a tool of, if only it were here. */
function serverOf(name: string, servers: readonly ServerStatus[]): ServerStatus | undefined {
  const [first] = name.split('.')
  const prefixes = serverPrefixes(servers.map((server) => server.name))
  return servers.find((server) => server.state !== 'connected' && prefixes.get(server.name) === first)
}

/** What ails it was told when it was asked for its tools. */
function withoutServer(tool: string, { name, state }: ServerStatus): string {
  const why = state === 'disabled' ? 'is disabled' : 'is down'
  return `There is no tool \`${tool}\` now: the MCP server \`${name}\` ${why}. Try it: gyre mcp test ${name}`
}
