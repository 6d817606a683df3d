/** What a command works on: the data folder, the runtime over it, models and tools. */
import type { Loop, Model, Runtime, Tool } from '@gyre/core'
import type { EffectiveLimits, ToolGuard } from '@gyre/tools/guard'
import type { KnowledgeRoom } from '../wiring/knowledge-room.ts'
import type { ToolRoom } from '../wiring/tool-room.ts'
import type { Postgres, WorkplaceOptions } from '../wiring/workplace.ts'
import type { Environment } from './io.ts'
import type { ToolRules } from './tools/tool-rules.ts'

export type Place = {
  /** The data folder. */
  readonly folder: string
  /** The config file, when there is one. */
  readonly configFile?: string | undefined
  readonly runtime: Runtime
  /** Where sessions are kept in PostgreSQL. */
  readonly postgres?: Postgres | undefined
  /** A model by name; the default one when none is named. */
  model(name?: string): Promise<Model>
  /** The tools a session may have, as they are now: servers are asked. With patterns, at least those that fit one. */
  tools(patterns?: readonly string[]): Promise<readonly Tool[]>
  /** The same with where each is from, and one by one. */
  readonly room: Pick<ToolRoom, 'own' | 'all' | 'find'> & Partial<Pick<ToolRoom, 'servers' | 'usedBy' | 'isDenied'>>
  /** What is known and remembered here. */
  readonly knowledge: KnowledgeRoom
  /** What every call goes through. */
  readonly guard: ToolGuard
  /** How much of a tool there may be here. */
  readonly limitsOf: (tool: Tool) => EffectiveLimits
  /** What the config says of tools by pattern. */
  readonly rules?: ToolRules
  /** A runtime in memory, for what nobody wants to keep. Close it when done. */
  aside(loops: readonly Loop[]): Runtime
  /** The loop that runs when none is named. */
  readonly defaultLoop: string
  /** Hands running sessions back; steps in flight may end within `graceMs`. */
  close(options?: { readonly graceMs?: number }): Promise<void>
}

/** `dispatch` is for commands that have others run what they begin; the rest run it themselves. */
export type PlaceNeeds = Pick<WorkplaceOptions, 'dispatch'>

export type PlaceOptions = PlaceNeeds & {
  readonly cwd: string
  /** The data folder that was asked for. */
  readonly data: string | undefined
  /** Whose sessions, documents and memories; those of `local` when nobody is named. */
  readonly owner?: string | undefined
  readonly env: Environment
  readonly platform: NodeJS.Platform
  /** Told of tools that cannot be had. */
  readonly onTrouble: (line: string) => void
}

/** Opens what a command works on. What is not needed for help and the like is loaded here. */
export async function openPlace(options: PlaceOptions): Promise<Place> {
  const { openWorkplace } = await import('../wiring/workplace.ts')
  const { rulesOf } = await import('./tools/tool-rules.ts')
  const { config, models, knowledgeOf, ...rest } = await openWorkplace(options)
  const { owner } = options
  return {
    ...rest,
    ...(owner !== undefined && { runtime: rest.runtime.as(owner), knowledge: knowledgeOf(owner) }),
    configFile: config.file,
    rules: rulesOf(config),
    model: async (name) => (name === undefined ? models.default() : models.find(name)),
  }
}
