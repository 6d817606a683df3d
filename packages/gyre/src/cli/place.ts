/** What a command works on: the data folder, the runtime over it, models and tools. */
import type { Model, Runtime, Tool } from '@gyre/core'
import type { Environment } from './io.ts'

export type Place = {
  /** The data folder. */
  readonly folder: string
  /** The config file, when there is one. */
  readonly configFile?: string | undefined
  readonly runtime: Runtime
  /** A model by name; the default one when none is named. */
  model(name?: string): Promise<Model>
  readonly tools: readonly Tool[]
  /** The loop that runs when none is named. */
  readonly defaultLoop: string
  /** Hands running sessions back; steps in flight may end within `graceMs`. */
  close(options?: { readonly graceMs?: number }): Promise<void>
}

export type PlaceOptions = {
  readonly cwd: string
  /** The data folder that was asked for. */
  readonly data: string | undefined
  readonly env: Environment
  readonly platform: NodeJS.Platform
}

/** Opens what a command works on. What is not needed for help and the like is loaded here. */
export async function openPlace(options: PlaceOptions): Promise<Place> {
  const { openWorkplace } = await import('../wiring/workplace.ts')
  const { folder, config, runtime, models, tools, defaultLoop, close } = await openWorkplace(options)
  return {
    folder,
    configFile: config.file,
    runtime,
    model: async (name) => (name === undefined ? models.default() : models.find(name)),
    tools,
    defaultLoop,
    close,
  }
}
