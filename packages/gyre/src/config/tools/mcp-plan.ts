/** The MCP servers of the config file and of `.mcp.json`, joined. */
import { dirname, relative, resolve } from 'node:path'
import { isStdio, type McpServerConfig, type McpServersConfig, mcpServersSchema } from '@gyre/tools/mcp'
import { findMcpFile, readMcpFile } from './mcp-file.ts'

export type McpPlan = {
  readonly servers: McpServersConfig
  /** The files they are written in, by server, named from the working folder. */
  readonly sources: ReadonlyMap<string, string>
  /** The `.mcp.json` that was read. */
  readonly file: string | undefined
}

export type McpPlanOptions = {
  readonly cwd: string
  readonly configFile: string | undefined
  /** Those of the config file. They win over others of the same name. */
  readonly servers: McpServersConfig
}

/** Fails with the faults of `.mcp.json`. */
export async function mcpPlan({ cwd, configFile, servers }: McpPlanOptions): Promise<McpPlan> {
  const path = await findMcpFile({ cwd, configFile })
  const shared = path === undefined ? {} : (await readMcpFile(path, cwd)).servers
  const written = [
    ...(path === undefined ? [] : seenFrom(path, shared)),
    ...(configFile === undefined ? [] : seenFrom(configFile, mcpServersSchema.parse(servers))),
  ]
  return {
    servers: Object.fromEntries(written.map(({ name, server }) => [name, server])),
    sources: new Map(written.map(({ name, file }) => [name, relative(cwd, file)])),
    file: path,
  }
}

type WrittenServer = { readonly name: string; readonly server: McpServerConfig; readonly file: string }

/** Folders in a file are seen from its own. */
function seenFrom(file: string, servers: McpServersConfig): readonly WrittenServer[] {
  return Object.entries(servers).map(([name, server]) => {
    const isPlaced = isStdio(server) && server.cwd !== undefined
    return { name, file, server: isPlaced ? { ...server, cwd: resolve(dirname(file), server.cwd) } : server }
  })
}
