/** A runtime with everything around it: config file, data folder, store, key-value server, models and tools. */
import { join } from 'node:path'
import { GyreError, type KeyValue, type Runtime, type Store, type Tool } from '@gyre/core'
import { calculator } from '@gyre/tools'
import { modelFault } from '../config/config-models.ts'
import { type EffectiveConfig, effectiveConfig } from '../config/effective-config.ts'
import type { Environment } from '../config/environment.ts'
import { open } from '../open.ts'
import { dataFolder } from './data-folder.ts'
import { withKeyValue } from './joined-store.ts'
import { ModelRoom } from './model-room.ts'

export type WorkplaceOptions = {
  readonly cwd: string
  /** The data folder that was asked for. */
  readonly data?: string | undefined
  readonly env: Environment
  readonly platform: NodeJS.Platform
}

export type Workplace = {
  readonly folder: string
  readonly config: EffectiveConfig
  readonly runtime: Runtime
  readonly models: ModelRoom
  readonly tools: readonly Tool[]
  /** The loop that runs when none is named. */
  readonly defaultLoop: string
  /** Hands running sessions back; steps in flight may end within `graceMs`. */
  close(options?: { readonly graceMs?: number }): Promise<void>
}

/** Everything a config can have wrong is told before a store is opened; what fails later closes the store again. */
export async function openWorkplace({ cwd, data, env, platform }: WorkplaceOptions): Promise<Workplace> {
  const config = await effectiveConfig({ cwd, env })
  const folder = data ?? config.data ?? dataFolder(env, platform)
  const tools = joinedTools(config)
  const own = await openStore(config, folder)
  let shared: SharedKeyValue | undefined
  try {
    shared = config.keyValueUrl === undefined ? undefined : await sharedKeyValue(config.keyValueUrl)
    const store = shared ? withKeyValue(own, shared) : own
    const { runtime, models, defaultLoop } = await furnished(store, { config, tools, env })
    const close: Workplace['close'] = async (options) => {
      await runtime.close(options)
      await shared?.close()
    }
    return { folder, config, runtime, models, tools, defaultLoop, close }
  } catch (error) {
    // What went wrong first is what is told.
    await Promise.allSettled([own.close(), shared?.close()])
    throw error
  }
}

type Furniture = Pick<Workplace, 'config' | 'tools'> & Pick<WorkplaceOptions, 'env'>

/** A runtime over the store, with its models. */
async function furnished(store: Store, { config, tools, env }: Furniture) {
  let models: ModelRoom | undefined
  const runtime = open({
    ...config.runtime,
    store,
    tools,
    models: (name) => models?.find(name),
    checkModel: (name) => modelFault(name, config),
    model: async () => room().default(),
  })
  const settings = await runtime.settings.values()
  models = new ModelRoom({ env, config, settings, keyValue: store.keyValue })
  const room = () => models as ModelRoom
  return { runtime, models, defaultLoop: settings.default_loop }
}

/** Tools that come with Gyre, and those of the config; a name belongs to one. */
function joinedTools({ file, runtime }: EffectiveConfig): readonly Tool[] {
  const tools = [calculator, ...runtime.tools]
  const names = tools.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice === undefined) return tools
  throw new GyreError('config-file-invalid', `${file}: tools: two tools are called \`${twice}\`; rename one of them`)
}

async function openStore({ store, key }: EffectiveConfig, folder: string): Promise<Store> {
  if (typeof store === 'object') return store
  const { sqliteStore } = await import('@gyre/stores/sqlite')
  return sqliteStore(store ?? join(folder, 'gyre.db'), { ...(key !== undefined && { key }) })
}

type SharedKeyValue = KeyValue & { close(): Promise<void> }

async function sharedKeyValue(url: string): Promise<SharedKeyValue> {
  const { valkeyKeyValue } = await import('@gyre/stores/valkey')
  return valkeyKeyValue(url)
}
