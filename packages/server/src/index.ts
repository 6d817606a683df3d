/** Gyre over HTTP. */
export { ApiKeys, type KeyRecord, type NewKey } from './auth/api-keys.ts'
export type { AppUser } from './http/app-env.ts'
export { serveMcpOverStdio } from './mcp/stdio.ts'
export { Metrics } from './observe/metrics.ts'
export { sessionMetrics } from './observe/session-metrics.ts'
export type {
  FleetStanding,
  FoundPassage,
  KeptResult,
  KnowledgeDesk,
  LocalServer,
  McpDesk,
  McpServerTest,
  MemoryDesk,
  ModelConnection,
  ModelDesk,
  ModelOverview,
  Place,
  ResultDesk,
  ShownBreaker,
  ShownDocument,
  ShownMcpServer,
  ShownMemory,
  ShownModel,
  ShownProvider,
  ShownTool,
  Tenant,
  ToolDesk,
} from './place.ts'
export { placeOf, type RuntimePlaceOptions } from './runtime-place.ts'
export { defaultServerOptions, type RunningServer, type ServerOptions, serve } from './serve.ts'
export { type ServerApp, type ServerAppOptions, serverApp } from './server-app.ts'
export { countSpent } from './session/caller-budget.ts'
