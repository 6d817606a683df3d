/**
 * Connections of clients of 2025, which begin by a handshake and are asked back over their own streams.
 *
 * A connection is known here alone: after a restart its id is unknown, and clients shake hands again. What it is about,
 * the sessions of loops, is in the store.
 */
import { randomUUID } from 'node:crypto'
import {
  type AuthInfo,
  isInitializeRequest,
  legacyStatelessFallback,
  type McpServerFactory,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'

type Connection = {
  readonly transport: WebStandardStreamableHTTPServerTransport
  /** Who may use it. */
  readonly client: string
  usedAt: number
}

export type LegacySessionsOptions = {
  readonly factory: McpServerFactory
  readonly keepAliveMs: number
  now(): number
}

/** A client that was silent for as long shakes hands again. */
const idleMs = 3_600_000

/** Of one caller; the one that was used least lately makes room. */
const mostConnections = 32

export class LegacySessions {
  readonly #connections = new Map<string, Connection>()
  readonly #options: LegacySessionsOptions
  readonly #stateless: ReturnType<typeof legacyStatelessFallback>

  constructor(options: LegacySessionsOptions) {
    this.#options = options
    this.#stateless = legacyStatelessFallback(options.factory)
  }

  /** Answers a request. One that names no connection and begins none is served for itself. */
  async fetch(request: Request, authInfo: AuthInfo, parsedBody: unknown): Promise<Response> {
    const options = { authInfo, ...(parsedBody !== undefined && { parsedBody }) }
    const id = request.headers.get('mcp-session-id')
    if (id !== null) {
      const connection = this.#connections.get(id)
      if (connection?.client !== authInfo.clientId) return unknownConnection()
      connection.usedAt = this.#options.now()
      return connection.transport.handleRequest(request, options)
    }
    if (!isInitializeRequest(parsedBody)) return this.#stateless(request, options)
    const transport = await this.#connect(authInfo)
    return transport.handleRequest(request, options)
  }

  async #connect(authInfo: AuthInfo): Promise<WebStandardStreamableHTTPServerTransport> {
    const { factory, keepAliveMs, now } = this.#options
    await this.#makeRoom(authInfo.clientId)
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      keepAliveMs,
      onsessioninitialized: (id) =>
        void this.#connections.set(id, { transport, client: authInfo.clientId, usedAt: now() }),
      onsessionclosed: (id) => void this.#connections.delete(id),
    })
    const server = await factory({ era: 'legacy', authInfo })
    await server.connect(transport)
    return transport
  }

  async #makeRoom(client: string): Promise<void> {
    const silentSince = this.#options.now() - idleMs
    const own = [...this.#connections].filter(([, each]) => each.client === client)
    const longest = own.toSorted(([, one], [, other]) => one.usedAt - other.usedAt)
    const tooMany = longest.slice(0, Math.max(0, own.length + 1 - mostConnections))
    const silent = [...this.#connections].filter(([, { usedAt }]) => usedAt < silentSince)
    for (const [id, { transport }] of [...silent, ...tooMany]) {
      this.#connections.delete(id)
      await transport.close()
    }
  }
}

/** As the protocol wants it: the client then shakes hands again. */
function unknownConnection(): Response {
  const error = { code: -32_001, message: 'Session not found' }
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 })
}
