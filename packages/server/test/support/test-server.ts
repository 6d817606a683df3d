/** A whole server on a loopback port, over a store in memory and models that a test scripts. */
import { GyreError, type Loop, loops, type Model, Runtime, type RuntimeOptions, type Store } from '@gyre/core'
import { inMemoryMemory, letterEmbedder } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores/memory'
import { ApiKeys, type NewKey } from '../../src/auth/api-keys.ts'
import type {
  KnowledgeDesk,
  McpDesk,
  MemoryDesk,
  ModelDesk,
  Place,
  ResultDesk,
  Tenant,
  ToolDesk,
} from '../../src/place.ts'
import { type RunningServer, type ServerOptions, serve } from '../../src/serve.ts'

export type TestServerOptions = Partial<Pick<RuntimeOptions, 'tools' | 'personas' | 'recover' | 'lingerMs'>> & {
  readonly model: Model
  readonly store?: Store
  readonly loops?: readonly Loop[]
  readonly server?: Partial<ServerOptions>
  readonly fleet?: NonNullable<Place['fleet']>
  readonly desks?: {
    readonly models?: Partial<ModelDesk>
    readonly tools?: ToolDesk
    readonly mcpServers?: McpDesk
    readonly knowledge?: KnowledgeDesk
    readonly memories?: MemoryDesk
    readonly results?: ResultDesk
  }
}

export type TestServer = RunningServer & {
  readonly store: Store
  /** The runtime of the owner `local`. */
  readonly runtime: Runtime
  /** The address of the OpenAI-compatible API. */
  readonly openai: string
  /** A key of the owner `local` with the role `admin`. */
  readonly key: string
  keyFor(key?: Partial<NewKey>): Promise<string>
  /** A request with `key`; `json` is sent as its body, by POST unless told otherwise. */
  request(path: string, init?: RequestInit & { readonly json?: unknown }): Promise<Response>
}

/** Starts one; close it when done. */
export async function testServer(options: TestServerOptions): Promise<TestServer> {
  const { model, store = memoryStore(), loops: own = [], server = {}, desks = {}, fleet, ...rest } = options
  const runtime = new Runtime({
    ...rest,
    store,
    model,
    models: [model],
    loops: [...loops, ...own],
    embedder: letterEmbedder,
    memory: inMemoryMemory(),
  })
  const tenant = (owner: string): Tenant => ({
    owner,
    runtime: owner === 'local' ? runtime : runtime.as(owner),
    sessionTools: async () => rest.tools ?? [],
    model: async () => model,
    embedder: letterEmbedder,
    models: { ...noModels, ...desks.models },
    tools: desks.tools ?? absent<ToolDesk>('tools'),
    mcpServers: desks.mcpServers ?? absent<McpDesk>('mcpServers'),
    knowledge: desks.knowledge ?? absent<KnowledgeDesk>('knowledge'),
    memories: desks.memories ?? absent<MemoryDesk>('memories'),
    results: desks.results ?? { list: async () => [] },
  })
  const tenants = new Map<string, Tenant>()
  const place: Place = {
    version: '0.0.0',
    store,
    tenant: async (owner) => {
      const known = tenants.get(owner) ?? tenant(owner)
      tenants.set(owner, known)
      return known
    },
    redacted: (text) => text,
    ...(fleet && { fleet }),
  }
  const keys = new ApiKeys({ catalog: store.catalog, now: () => Date.now() })
  const keyFor = async (key: Partial<NewKey> = {}) => (await keys.add({ name: 'test', ...key })).key
  const key = await keyFor({ role: 'admin' })
  const running = await serve(place, { port: 0, ...server })
  return {
    ...running,
    store,
    runtime,
    openai: `${running.url}/v1`,
    key,
    keyFor,
    request: (path, { json, ...init } = {}) =>
      fetch(`${running.url}${path}`, {
        ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
        ...init,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...init.headers },
      }),
    close: async () => {
      running.stop()
      await runtime.close({ graceMs: 0 })
      await running.close()
    },
  }
}

const noModels: ModelDesk = {
  overview: async () => ({ default: { name: '', why: '' }, models: [], providers: [] }),
  local: async () => [],
  reached: async ({ provider, model }) => {
    throw new GyreError('model-unknown', `There is no model \`${provider}/${model}\`.`)
  },
  heedSettings: async () => undefined,
}

/** A desk that a test did not furnish. */
function absent<D extends object>(name: string): D {
  return new Proxy({} as D, {
    get: () => () => {
      throw new Error(`The test gave no desk \`${name}\`.`)
    },
  })
}
