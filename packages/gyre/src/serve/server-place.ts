/** What a server serves: the workplace, divided by owners. */
import { GyreError, redactor } from '@gyre/core'
import { bundledOwner } from '@gyre/knowledge'
import type { ModelDesk, Place, Tenant, ToolDesk } from '@gyre/server'
import { manifest } from '../manifest.ts'
import type { Workplace } from '../wiring/workplace.ts'
import { knowledgeDesk } from './knowledge-desk.ts'
import { labDesk } from './lab-desk.ts'
import { mcpDesk } from './mcp-desk.ts'
import { memoryDesk } from './memory-desk.ts'
import { modelDesk } from './model-desk.ts'
import { toolDesk } from './tool-desk.ts'

export function serverPlace(workplace: Workplace): Place {
  const { runtime, config, postgres } = workplace
  const shared = postgres?.dispatcher
  const redact = redactor(config.runtime.secrets)
  const desks = { models: modelDesk(workplace), tools: toolDesk(workplace) }
  const tenants = new Map<string, Tenant>()
  return {
    version: manifest().version,
    store: runtime.store,
    tenant: async (owner) => {
      const tenant = tenants.get(owner) ?? tenantOf(workplace, owner, desks)
      tenants.set(owner, tenant)
      return tenant
    },
    redacted: (text) => redact.text(text),
    ...(shared && { fleet: () => shared.fleet() }),
  }
}

type Shared = { readonly models: ModelDesk; readonly tools: ToolDesk }

function tenantOf(workplace: Workplace, owner: string, desks: Shared): Tenant {
  const { runtime, models, knowledgeOf } = workplace
  // What this one adds would be found by all who have no documents.
  if (owner === bundledOwner) {
    const message = `\`${owner}\` is whose the bundled documents are: nobody else goes by this name.`
    throw new GyreError('forbidden', message, { owner })
  }
  const room = knowledgeOf(owner)
  return {
    owner,
    runtime: runtime.as(owner),
    sessionTools: () => workplace.tools(),
    model: async (name) => (name === undefined ? models.default() : models.find(name)),
    embedder: room.own.embedder,
    ...desks,
    mcpServers: mcpDesk(workplace),
    knowledge: knowledgeDesk(room),
    memories: memoryDesk(room),
    results: labDesk(workplace.folder, owner),
  }
}
