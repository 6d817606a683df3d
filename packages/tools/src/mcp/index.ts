/** Tools of MCP servers. */
export { mayBeOf, serverPrefixes } from './config/names.ts'
export { secretsIn } from './config/secrets.ts'
export { isStdio, type McpServerConfig, type McpServersConfig, mcpServersSchema } from './config/servers-config.ts'
export { missingVariables, withVariables } from './config/variables.ts'
export { type McpServers, type McpServersOptions, mcpServers } from './mcp-servers.ts'
export type { ServerStatus } from './server-status.ts'
export type { TestReport } from './test-report.ts'
