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
  if (server) {
    const why = withoutServer(server, room.isDenied?.(server.name) ?? false)
    throw new GyreError('tool-unknown', `There is no tool \`${name}\` now: ${why}`, { name, server: server.name })
  }
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
function withoutServer({ name, state }: ServerStatus, isDenied: boolean): string {
  const server = `the MCP server \`${name}\``
  if (isDenied) return `${server} is denied by \`permissions.deny\`.`
  return `${server} ${state === 'disabled' ? 'is disabled' : 'is down'}. Try it: gyre mcp test ${name}`
}
