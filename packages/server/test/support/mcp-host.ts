/** A server with nothing but `/mcp` on a loopback port, over a store in memory, and clients of both protocols. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type Loop, loops, type Model, Runtime, type RuntimeOptions, type Store, type Tool } from '@gyre/core'
import { memoryStore } from '@gyre/stores/memory'
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Hono } from 'hono'
import { onTestFinished } from 'vitest'
import { ApiKeys, type NewKey } from '../../src/auth/api-keys.ts'
import { BrowserSessions } from '../../src/auth/browser-sessions.ts'
import { LoginLinks } from '../../src/auth/login-links.ts'
import type { AppEnv, Service } from '../../src/http/app-env.ts'
import { errorResponse } from '../../src/http/errors.ts'
import { guards } from '../../src/http/guards.ts'
import { httpServer } from '../../src/http/listener.ts'
import { OpenStreams } from '../../src/http/open-streams.ts'
import { RateLimit } from '../../src/http/rate-limit.ts'
import type { McpOptions } from '../../src/mcp/mcp-server.ts'
import { mcpRoutes } from '../../src/mcp/routes.ts'
import { Metrics } from '../../src/observe/metrics.ts'
import type { Tenant } from '../../src/place.ts'

export type McpHostOptions = Partial<Pick<RuntimeOptions, 'tools' | 'lingerMs'>> &
  Pick<McpOptions, 'conformanceFixtures'> & {
    readonly model: Model
    readonly isOpen?: boolean
    readonly store?: Store
    readonly loops?: readonly Loop[]
  }

export type McpHost = {
  readonly url: URL
  readonly runtime: Runtime
  readonly service: Service
  keyFor(key?: Partial<NewKey>): Promise<string>
  tenant(owner: string): Promise<Tenant>
  close(): Promise<void>
}

/** Has all tools there are. */
const clerk = { persona: { name: 'clerk', loop: 'react', description: 'Does what is asked.' }, source: 'test' }

/** More requests than any test makes. */
const manyRequests = 100_000

export async function mcpHost(options: McpHostOptions): Promise<McpHost> {
  const { model, isOpen = false, store = memoryStore(), loops: own = [], conformanceFixtures, ...rest } = options
  const runtime = new Runtime({ ...rest, store, model, models: [model], loops: [...loops, ...own], personas: [clerk] })
  const now = () => Date.now()
  const tenant = async (owner: string) =>
    ({
      owner,
      runtime: owner === 'local' ? runtime : runtime.as(owner),
      sessionTools: async () => [] as readonly Tool[],
    }) as Tenant
  const { keyValue } = store
  const service: Service = {
    place: { version: '1.2.3', store, tenant, redacted: (text) => text },
    keys: new ApiKeys({ catalog: store.catalog, now }),
    isOpen,
    mount: undefined,
    onDisconnect: 'detach',
    keepAliveMs: 15_000,
    isStopping: false,
    metrics: new Metrics(),
    pages: undefined,
    streams: new OpenStreams({ perCaller: 50, total: 50 }),
    gate: {
      links: new LoginLinks({ keyValue, now }),
      browsers: new BrowserSessions({ keyValue, now }),
      rates: { callers: new RateLimit(manyRequests), failures: new RateLimit(manyRequests) },
      allowedHosts: [],
      allowedOrigins: [],
      bodyLimitBytes: 1 << 22,
      log: undefined,
    },
    now,
  }
  const app = new Hono<AppEnv>()
  app.onError((error, context) => errorResponse(context, error))
  app.use(...guards(service))
  app.route('/mcp', mcpRoutes(service, conformanceFixtures && { conformanceFixtures }))
  const server = httpServer(app, { headersMs: 10_000, requestMs: 30_000 }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`),
    runtime,
    service,
    tenant,
    keyFor: async (key) => (await service.keys.add({ name: 'test', ...key })).key,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await runtime.close({ graceMs: 0 })
    },
  }
}

/** A host that is closed when the test is over. */
export async function hostForTest(options: McpHostOptions): Promise<McpHost> {
  const host = await mcpHost(options)
  onTestFinished(() => host.close())
  return host
}

export type Era = 'modern' | 'legacy'

/** A client with a key of the owner `local`, unless told otherwise. */
export async function clientOf(
  host: McpHost,
  { era = 'modern', key, ...options }: ClientOptions & { readonly era?: Era; readonly key?: string } = {},
): Promise<Client> {
  const mode = era === 'modern' ? { pin: '2026-07-28' } : ('legacy' as const)
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode }, ...options })
  const authorization = `Bearer ${key ?? (await host.keyFor())}`
  await client.connect(new StreamableHTTPClientTransport(host.url, { requestInit: { headers: { authorization } } }))
  onTestFinished(() => client.close())
  return client
}
