/** A place for a server in a program of one's own: a runtime, and as much around it as is given. */
import { type Embedder, GyreError, type Model, type Runtime, type Tool } from '@gyre/core'
import type { KnowledgeDesk, McpDesk, MemoryDesk, ModelDesk, Place, Tenant, ToolDesk } from './place.ts'

/** What is served beside the sessions of a runtime. */
export type RuntimePlaceOptions = {
  readonly version?: string
  /** Answers requests for titles and the like, which begin no session. */
  readonly model?: Model
  /** The tools of sessions of loops; personas say themselves which they have. */
  readonly tools?: readonly Tool[]
  /** For `/v1/embeddings`. */
  readonly embedder?: Embedder
  /** Takes secrets out of what is logged. */
  readonly redacted?: (text: string) => string
}

/** Serves the sessions of a runtime, for every owner. What is not given is not there: its routes say so. */
export function placeOf(runtime: Runtime, options: RuntimePlaceOptions = {}): Place {
  const { version = '0', redacted = (text) => text } = options
  const tenants = new Map<string, Tenant>()
  return {
    version,
    store: runtime.store,
    redacted,
    async tenant(owner) {
      const tenant = tenants.get(owner) ?? tenantOf(runtime.as(owner), owner, options)
      tenants.set(owner, tenant)
      return tenant
    },
  }
}

function tenantOf(runtime: Runtime, owner: string, { model, tools = [], embedder }: RuntimePlaceOptions): Tenant {
  return {
    owner,
    runtime,
    sessionTools: async () => tools,
    async model() {
      if (model) return model
      throw new GyreError('model-missing', 'This server has no model beside those of its sessions.')
    },
    embedder: embedder ?? { id: 'none', embed: async () => absent('embedder') },
    models: absentDesk<ModelDesk>('model desk', { heedSettings: async () => undefined }),
    tools: absentDesk<ToolDesk>('tool desk', { list: async () => [] }),
    mcpServers: absentDesk<McpDesk>('MCP servers', { list: async () => [] }),
    knowledge: absentDesk<KnowledgeDesk>('knowledge', {}),
    memories: absentDesk<MemoryDesk>('memory', {}),
    results: { list: async () => [] },
  }
}

/** A desk of which some is there. */
function absentDesk<D extends object>(name: string, there: Partial<D>): D {
  return new Proxy(there as D, {
    get: (desk, key) => Reflect.get(desk, key) ?? (async () => absent(name)),
  })
}

function absent(name: string): never {
  throw new GyreError('route-unknown', `This server has no ${name}.`)
}
