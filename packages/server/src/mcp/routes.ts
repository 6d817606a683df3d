/** The MCP server under `/mcp`, for clients of both protocols: of 2025-11-25 with its handshake, and of 2026-07-28. */
import { type AuthInfo, createMcpHandler, isLegacyRequest, type McpServerFactory } from '@modelcontextprotocol/server'
import { Hono } from 'hono'
import { authenticate } from '../auth/authenticate.ts'
import { callerId } from '../auth/caller.ts'
import type { AppEnv, Service } from '../http/app-env.ts'
import type { Asker } from '../session/begin-session.ts'
import { countedCall } from './counted-call.ts'
import { LegacySessions } from './legacy-sessions.ts'
import { type McpOptions, mcpServerFactory } from './mcp-server.ts'

export function mcpRoutes(service: Service, given: Pick<McpOptions, 'conformanceFixtures'> = {}): Hono<AppEnv> {
  const { place, streams, keepAliveMs, now } = service
  const options = { version: place.version, isStopping: () => service.isStopping, ...given }
  const factory: McpServerFactory = (request) => mcpServerFactory(askerIn(request.authInfo), options)(request)
  const modern = createMcpHandler(factory, { legacy: 'reject', keepAliveMs })
  const legacy = new LegacySessions({ factory, keepAliveMs, now })
  const routes = new Hono<AppEnv>()
  routes.use(authenticate(service))
  routes.all('/', async (context) => {
    const request = context.req.raw
    const authInfo = authInfoOf({ caller: context.get('caller'), tenant: context.get('tenant') })
    // It was read when the caller was let in.
    const parsedBody = context.get('body')
    const respond = async () =>
      (await isLegacyRequest(request, parsedBody))
        ? legacy.fetch(request, authInfo, parsedBody)
        : modern.fetch(request, { authInfo, ...(parsedBody !== undefined && { parsedBody }) })
    return countedCall(respond, streams.open(callerId(context.get('caller'))))
  })
  return routes
}

/** Who asks, in the form in which it comes through to the factory. */
function authInfoOf(asker: Asker): AuthInfo {
  const { owner, name, key } = asker.caller
  return { token: '', clientId: [owner, name, key ?? ''].join(' '), scopes: [], extra: { asker } }
}

function askerIn(authInfo: AuthInfo | undefined): Asker {
  return authInfo?.extra?.['asker'] as Asker
}
