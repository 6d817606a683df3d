/** Servers whose tools nobody may call: they are not started. */
import { matchesGlob } from '@gyre/core'
import type { McpServersConfig } from '@gyre/tools/mcp'

/** The names of those that a denied permission stands for: `mcp` is all, `mcp.files` one. */
export function deniedServers(servers: McpServersConfig, denied: readonly string[]): ReadonlySet<string> {
  const isDenied = (permission: string) => denied.some((pattern) => matchesGlob(pattern, permission))
  return new Set(Object.keys(servers).filter((name) => isDenied('mcp') || isDenied(`mcp.${name}`)))
}

/** The same servers; those that are denied are switched off. */
export function allowedServers(servers: McpServersConfig, denied: readonly string[]): McpServersConfig {
  const off = deniedServers(servers, denied)
  const entries = Object.entries(servers).map(([name, server]) => [
    name,
    off.has(name) ? { ...server, disabled: true } : server,
  ])
  return Object.fromEntries(entries)
}
